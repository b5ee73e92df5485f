//! Compares lexicons: differences between them, and identities that don't depend on the
//! file.

pub(crate) mod diff;
pub(crate) mod equivalence;
pub(crate) mod hook_changes;
pub(crate) mod identity;
pub(crate) mod md5_lanes;
pub(crate) mod notes;
pub(crate) mod summary;
