//! Reads and writes YAML like `gh skill`, which uses the Go library yaml.v3.
//!
//! `serde_yaml` scans and parses with a port of libyaml, and yaml.v3 is another port of libyaml, so
//! both accept the same texts. The types of plain scalars, duplicate keys, merge keys and error
//! texts follow yaml.v3. Three things differ from yaml.v3: the tags of scalars other than `!!str`,
//! collections as keys, and the case of numbers in messages about their type.

mod error;
mod reader;
mod scalar;
mod value;
mod writer;

pub(super) use error::encoding_problem;
pub(super) use reader::read;
pub(super) use value::{Pair, Yaml};
pub(super) use writer::write;
