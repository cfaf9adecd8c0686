//! The values, exceptions and nodes that callers get.

/// A value that `safe_load` returns, with the type that Python gives it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    /// `None`.
    None,
    /// `bool`.
    Bool(bool),
    /// `int`, as its decimal digits, because Python's integers have no limit.
    Int(String),
    /// `float`.
    Float(f64),
    /// `str`.
    Text(String),
    /// `str` with surrogates, which only escapes such as `\ud800` can write.
    Surrogates(Text),
    /// `bytes`, from `!!binary`.
    Bytes(Vec<u8>),
    /// `datetime.date`, in ISO format.
    Date(String),
    /// `datetime.datetime`, in ISO format.
    DateTime(String),
    /// `list`.
    List(Vec<Self>),
    /// `tuple`, only as an item or a key.
    Tuple(Vec<Self>),
    /// `dict`, in the order of insertion.
    Map(Vec<(Self, Self)>),
    /// `set`.
    Set(Vec<Self>),
    /// A reference to the collection that contains it, so many levels above.
    Cycle(usize),
}

/// A Python `str`, which may contain surrogates.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct Text {
    /// The text, with U+FFFD in the place of each surrogate.
    pub text: String,
    /// The byte offset of each surrogate in the text, and its code.
    pub surrogates: Vec<(usize, u32)>,
}

impl Text {
    /// Appends a code point: a character or a surrogate. Returns false if there is no such code point.
    pub fn push_code(&mut self, code: u32) -> bool {
        match char::from_u32(code) {
            Some(c) => self.text.push(c),
            None if code > 0xffff => return false,
            None => {
                self.surrogates.push((self.text.len(), code));
                self.text.push(char::REPLACEMENT_CHARACTER);
            }
        }
        true
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self {
            text,
            surrogates: Vec::new(),
        }
    }
}

/// An exception of PyYAML, or of Python while PyYAML makes a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Exception {
    /// The name of the exception's type, such as `ScannerError` or `ValueError`.
    pub name: &'static str,
    /// True if the exception is a `yaml.YAMLError`. Callers that catch only these let all others through.
    pub is_yaml_error: bool,
    /// Python's `str(error)`: several lines with places and a snippet. Empty for `RecursionError`.
    pub text: String,
    /// The byte offset in the document that the exception names, if it names one.
    pub place: Option<usize>,
}

/// A node of the document before values are made from it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Node {
    /// The resolved tag, such as `tag:yaml.org,2002:str`.
    pub tag: String,
    /// The node's content.
    pub content: Content,
    /// The byte offset at which the node begins.
    pub start: usize,
    /// The byte offset after the node.
    pub end: usize,
}

/// The content of a node.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Content {
    /// A scalar's text, with escapes and folds applied.
    Scalar(String),
    /// The items of a sequence.
    Sequence(Vec<Node>),
    /// The entries of a mapping, in the order of the document, duplicates included.
    Mapping(Vec<(Node, Node)>),
    /// An alias of a node that contains it, so many levels above.
    Cycle(usize),
}
