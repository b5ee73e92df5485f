//! Two lexicons compared.

pub(crate) mod diff;
pub(crate) mod equivalence;
pub(crate) mod hook_changes;
pub(crate) mod identity;
pub(crate) mod notes;
