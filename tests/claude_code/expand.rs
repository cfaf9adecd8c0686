//! See the tests.
