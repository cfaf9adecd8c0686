//! The values, exceptions and nodes that callers of the YAML parser receive.

/// A Python value that `yaml.safe_load` returns.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    /// Python's `None`.
    None,
    /// Python's `bool`.
    Bool(bool),
    /// Python's `int`, as decimal digits, because Python's integers can have any size.
    Int(String),
    /// Python's `float`.
    Float(f64),
    /// Python's `str` without surrogates.
    Text(String),
    /// Python's `str` with surrogates. Only escapes such as `\ud800` can create surrogates.
    Surrogates(Text),
    /// Python's `bytes`, from a scalar with the tag `!!binary`.
    Bytes(Vec<u8>),
    /// Python's `datetime.date`, in ISO format.
    Date(String),
    /// Python's `datetime.datetime`, in ISO format.
    DateTime(String),
    /// Python's `list`.
    List(Vec<Self>),
    /// Python's `tuple`, which occurs only as an item or as a key.
    Tuple(Vec<Self>),
    /// Python's `dict`, with its keys and values in the order of insertion.
    Map(Vec<(Self, Self)>),
    /// Python's `set`.
    Set(Vec<Self>),
    /// A reference to a collection that contains the reference itself. The number is the number of
    /// collections between the referenced collection and the reference. It is 0 if the reference is
    /// a direct item of the collection.
    Cycle(usize),
}

/// A Python `str`, which may contain surrogates.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct Text {
    /// The text, in which U+FFFD replaces each surrogate.
    pub text: String,
    /// The byte offset of each surrogate in `text`, and its code.
    pub surrogates: Vec<(usize, u32)>,
}

impl Text {
    /// Appends the character or the surrogate with this code. Returns false if the code does not
    /// exist in Unicode.
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

/// An exception that PyYAML raises, or that Python raises while PyYAML constructs a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Exception {
    /// The name of the exception's type, such as `ScannerError` or `ValueError`.
    pub name: &'static str,
    /// True if the exception is a `yaml.YAMLError`. Programs that catch only this type do not catch
    /// other exceptions.
    pub is_yaml_error: bool,
    /// The text of the exception, like Python's `str(error)`: several lines with positions and a
    /// snippet. Empty for a `RecursionError`.
    pub text: String,
    /// The byte offset in the document to which the exception refers. None if the exception names
    /// no position.
    pub place: Option<usize>,
}

/// A node of a YAML document, before a Python value is made from it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Node {
    /// The tag of the node, such as `tag:yaml.org,2002:str`.
    pub tag: String,
    /// The content of the node.
    pub content: Content,
    /// The byte offset at which the node begins.
    pub start: usize,
    /// The byte offset at which the node ends.
    pub end: usize,
}

/// The content of a node of a YAML document.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Content {
    /// The text of a scalar, with escapes replaced and lines folded.
    Scalar(String),
    /// The items of a sequence.
    Sequence(Vec<Node>),
    /// The keys and values of a mapping, in the order of the document. Duplicate keys are included.
    Mapping(Vec<(Node, Node)>),
    /// An alias of a node that contains this alias. The number counts the nodes between the two: 0
    /// if the alias is directly in the node.
    Cycle(usize),
}
