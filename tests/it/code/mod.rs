//! The source code itself: which module uses which, and what is public.

mod api;
mod architecture;
mod outside_text;
mod source_tree;
