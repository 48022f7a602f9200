//! The invariants, one function each: a case in, what is wrong out.
