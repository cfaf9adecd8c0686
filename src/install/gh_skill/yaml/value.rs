//! The values of the Go library yaml.v3, and the conversion of scalars to text.

/// A YAML value, as the Go library yaml.v3 reads it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Yaml {
    Null,
    Bool(bool),
    Int(i128),
    Float(f64),
    Text(String),
    /// A timestamp, in the format that yaml.v3 writes.
    Time(String),
    List(Vec<Self>),
    Map(Vec<Pair>),
}

/// A key of a YAML map, and its value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Pair {
    pub(crate) key: Yaml,
    /// The byte at which the key begins in the text. None if the pair was not read from a text.
    pub(crate) at: Option<usize>,
    pub(crate) value: Yaml,
}

impl Yaml {
    /// Returns the text of a scalar in the format that yaml.v3 writes. Returns none for a list or
    /// map.
    pub(crate) fn scalar(&self) -> Option<String> {
        Some(match self {
            Self::Null => "null".to_owned(),
            Self::Bool(value) => value.to_string(),
            Self::Int(value) => value.to_string(),
            Self::Float(value) => float(*value),
            Self::Text(value) | Self::Time(value) => value.clone(),
            Self::List(_) | Self::Map(_) => return None,
        })
    }

    /// Returns the short form of the value's YAML tag, such as `!!str`.
    pub(crate) fn tag(&self) -> &'static str {
        match self {
            Self::Null => "!!null",
            Self::Bool(_) => "!!bool",
            Self::Int(_) => "!!int",
            Self::Float(_) => "!!float",
            Self::Text(_) => "!!str",
            Self::Time(_) => "!!timestamp",
            Self::List(_) => "!!seq",
            Self::Map(_) => "!!map",
        }
    }
}

/// Returns the shortest text for a number, in the format of Go.
fn float(value: f64) -> String {
    if value.is_nan() {
        return ".nan".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { ".inf" } else { "-.inf" }.to_owned();
    }
    let shortest = format!("{value:e}");
    let Some((mantissa, exponent)) = shortest.split_once('e') else {
        return shortest;
    };
    let exponent: i32 = exponent.parse().unwrap_or_default();
    if (-4..6).contains(&exponent) {
        return value.to_string();
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{mantissa}e{sign}{:02}", exponent.unsigned_abs())
}
