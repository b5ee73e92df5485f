//! The pages, the package and what they promise.

mod distributed;
mod guide;
mod output;
mod packaging;
mod reliability;
