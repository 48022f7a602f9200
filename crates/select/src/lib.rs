//! Elements by selector.
