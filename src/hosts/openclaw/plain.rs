//! The frontmatter fields of a file, in the form in which OpenClaw stores them.

use crate::text::js::trim;

/// The frontmatter fields of a file. The value of every field is text.
pub(super) struct Plain {
    /// The keys and values of the fields, in the order of the file.
    pub(super) fields: Vec<(String, String)>,
}

impl Plain {
    pub(super) fn get(&self, key: &str) -> Option<&str> {
        let mut fields = self.fields.iter();
        fields.find_map(|(known, value)| (known == key).then_some(value.as_str()))
    }

    /// Returns the first value under one of `keys` that is not empty, without whitespace at its
    /// ends; `None` if there is none.
    fn first(&self, keys: &[&str]) -> Option<&str> {
        let mut values = keys.iter().filter_map(|key| self.get(key)).map(trim);
        values.find(|value| !value.is_empty())
    }

    pub(super) fn trimmed(&self, key: &str) -> Option<&str> {
        self.first(&[key])
    }

    pub(super) fn boolean(&self, key: &str) -> Option<bool> {
        let word = trim(self.get(key)?).to_ascii_lowercase();
        match word.as_str() {
            "true" | "1" | "yes" | "on" => Some(true),
            "false" | "0" | "no" | "off" => Some(false),
            _ => None,
        }
    }
}
