//! The values, exceptions and nodes that callers receive.

/// A value that `safe_load` returns. Each variant is a Python type.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    /// `None`.
    None,
    /// `bool`.
    Bool(bool),
    /// `int`, as its decimal digits, because Python's integers can have any size.
    Int(String),
    /// `float`.
    Float(f64),
    /// `str`.
    Text(String),
    /// `str` with surrogates. Only escapes such as `\ud800` can create surrogates.
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
    /// A reference to a collection around the value. The number is how many levels above the collection is.
    Cycle(usize),
}

/// A Python `str`, which may contain surrogates.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct Text {
    /// The text. U+FFFD replaces each surrogate.
    pub text: String,
    /// The byte offset in the text and the code of each surrogate.
    pub surrogates: Vec<(usize, u32)>,
}

impl Text {
    /// Appends a character or a surrogate by its code point. Returns false if the code point does not exist.
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

/// An exception that PyYAML raises, or that Python raises while PyYAML makes a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Exception {
    /// The name of the exception's type, such as `ScannerError` or `ValueError`.
    pub name: &'static str,
    /// True if the exception is a `yaml.YAMLError`. Callers that catch only this type do not catch other exceptions.
    pub is_yaml_error: bool,
    /// Python's `str(error)`: several lines with places and a snippet. Empty for `RecursionError`.
    pub text: String,
    /// The byte offset in the document to which the exception refers. None if it names no place.
    pub place: Option<usize>,
}

/// A node of the document, before its value is made.
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
    /// The entries of a mapping, in the order of the document. Duplicate keys are included.
    Mapping(Vec<(Node, Node)>),
    /// An alias of a node around the alias. The number is how many levels above the node is.
    Cycle(usize),
}
