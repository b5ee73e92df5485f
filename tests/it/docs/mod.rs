//! The pages, the package and what they promise.

mod guide;
mod output;
mod packaging;
mod reliability;
