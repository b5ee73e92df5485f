//! The source code itself: which module uses which, and what is public.

mod api;
mod architecture;
mod source_tree;
