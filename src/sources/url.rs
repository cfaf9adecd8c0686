//! Parses HTTP addresses, and resolves relative references. Only the forms that an index of skills
//! needs are supported: no user names, and only ASCII in host names.

use std::fmt;

/// The maximum length of an address, in bytes. Longer addresses are refused. No host has this
/// limit.
const MAX_BYTES: usize = 8 << 10;

/// An HTTP address without a fragment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Url {
    /// The origin of the address, such as `https://example.org:8080`.
    origin: String,
    /// The path of the address, which begins with a slash. Characters are escaped where necessary, and `.` and `..` are
    /// removed.
    path: String,
    /// The query of the address with its question mark. Empty if the address has no query.
    query: String,
}

impl fmt::Display for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.origin, self.path, self.query)
    }
}

impl Url {
    /// Parses an absolute address. Returns none if the text is not an HTTP address in a supported
    /// form.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let text = tidy(text)?;
        let (scheme, rest) = scheme(&text)?;
        let default_port = match scheme.as_str() {
            "http" => ":80",
            "https" => ":443",
            _ => return None,
        };
        let rest = rest.trim_start_matches(['/', '\\']);
        let end = rest.find(['/', '\\', '?', '#']).unwrap_or(rest.len());
        let (authority, rest) = rest.split_at(end);
        let is_plain = |byte: u8| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b':' | b'[' | b']')
        };
        if authority.is_empty() || !authority.bytes().all(is_plain) {
            return None;
        }
        let authority = authority.to_ascii_lowercase();
        let authority = authority.strip_suffix(default_port).unwrap_or(&authority);
        let origin = format!("{scheme}://{authority}");
        Some(Self::with(origin, rest, ""))
    }

    /// Resolves a reference in a document that has this address. Returns none if the result is not
    /// an HTTP address.
    pub(super) fn join(&self, reference: &str) -> Option<Self> {
        let reference = tidy(reference)?;
        if scheme(&reference).is_some() {
            return Self::parse(&reference);
        }
        let slashes = reference.bytes().take(2);
        if slashes.filter(|byte| matches!(byte, b'/' | b'\\')).count() == 2 {
            let (scheme, _) = self.origin.split_once(':')?;
            return Self::parse(&format!("{scheme}:{reference}"));
        }
        let base = match reference.bytes().next() {
            Some(b'/' | b'\\') => "",
            None | Some(b'?' | b'#') => self.path.as_str(),
            Some(_) => &self.path[..=self.path.rfind('/')?],
        };
        let mut joined = Self::with(self.origin.clone(), &reference, base);
        if matches!(reference.bytes().next(), None | Some(b'#')) {
            joined.query.clone_from(&self.query);
        }
        Some(joined)
    }

    /// Creates an address on the server `origin`. Its path is `base`, followed by the reference
    /// `rest`. `rest` has no scheme and no host.
    fn with(origin: String, rest: &str, base: &str) -> Self {
        let rest = rest.split('#').next().unwrap_or_default();
        let (path, query) = match rest.split_once('?') {
            Some((path, query)) => (path, format!("?{}", escaped(query, b"\"<>'"))),
            None => (rest, String::new()),
        };
        let path = format!("{base}{}", path.replace('\\', "/"));
        let mut segments: Vec<String> = Vec::new();
        let mut parts = path
            .strip_prefix('/')
            .unwrap_or(&path)
            .split('/')
            .peekable();
        while let Some(part) = parts.next() {
            let is_last = parts.peek().is_none();
            match &*part.to_ascii_lowercase().replace("%2e", ".") {
                "." if is_last => segments.push(String::new()),
                "." => {}
                ".." => {
                    segments.pop();
                    if is_last {
                        segments.push(String::new());
                    }
                }
                _ => segments.push(escaped(part, b"\"<>`{}^")),
            }
        }
        Self {
            origin,
            path: format!("/{}", segments.join("/")),
            query,
        }
    }

    /// Returns the address of another path on the same origin. `path` must begin with a slash.
    pub(super) fn at(&self, path: &str) -> Self {
        Self {
            origin: self.origin.clone(),
            path: path.to_owned(),
            query: String::new(),
        }
    }

    pub(super) fn origin(&self) -> &str {
        &self.origin
    }

    /// Returns the path without a slash at its end. Returns an empty text for the root.
    pub(super) fn scope(&self) -> &str {
        self.path.strip_suffix('/').unwrap_or(&self.path)
    }

    pub(super) fn path(&self) -> &str {
        &self.path
    }
}

/// Returns an address without line ends and tabs, and without whitespace at its start and end.
/// Returns none if the address is too long.
fn tidy(text: &str) -> Option<String> {
    let is_short = text.len() <= MAX_BYTES;
    let text = text.trim_matches(|c: char| c <= ' ');
    is_short.then(|| text.replace(['\t', '\n', '\r'], ""))
}

/// Returns the scheme of an address in lowercase, and the text after its colon. Returns none if the
/// address has no scheme.
fn scheme(text: &str) -> Option<(String, &str)> {
    let (scheme, rest) = text.split_once(':')?;
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    let starts = scheme.starts_with(|first: char| first.is_ascii_alphabetic());
    (starts && scheme.bytes().all(is_part)).then(|| (scheme.to_ascii_lowercase(), rest))
}

/// Returns a segment of an address with escapes for spaces, control characters, characters outside
/// of ASCII and the characters in `besides`.
fn escaped(part: &str, besides: &[u8]) -> String {
    let mut text = String::with_capacity(part.len());
    for byte in part.bytes() {
        if byte <= b' ' || byte >= 0x7f || besides.contains(&byte) {
            text.push('%');
            for digit in [byte >> 4, byte & 15] {
                let digit = char::from_digit(digit.into(), 16).unwrap_or('0');
                text.push(digit.to_ascii_uppercase());
            }
        } else {
            text.push(char::from(byte));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_lead_where_a_browser_goes() {
        let base = Url::parse("https://Example.org:443/docs/.well-known/index.json?v=1#x").unwrap();
        assert_eq!(
            base.to_string(),
            "https://example.org/docs/.well-known/index.json?v=1"
        );
        let cases = [
            (
                "a/SKILL.md",
                Some("https://example.org/docs/.well-known/a/SKILL.md"),
            ),
            ("../../x.md", Some("https://example.org/x.md")),
            ("../../../../x.md", Some("https://example.org/x.md")),
            (
                "./a/./b/..",
                Some("https://example.org/docs/.well-known/a/"),
            ),
            ("%2E%2e/a", Some("https://example.org/docs/a")),
            ("/a b/ü", Some("https://example.org/a%20b/%C3%BC")),
            ("\\a\\b", Some("https://example.org/a/b")),
            ("//other.org/a", Some("https://other.org/a")),
            ("http://other.org", Some("http://other.org/")),
            ("HTTP://other.org:80/a", Some("http://other.org/a")),
            (
                "?q",
                Some("https://example.org/docs/.well-known/index.json?q"),
            ),
            (
                "#q",
                Some("https://example.org/docs/.well-known/index.json?v=1"),
            ),
            (
                "",
                Some("https://example.org/docs/.well-known/index.json?v=1"),
            ),
            (" /a\n", Some("https://example.org/a")),
            ("file:///etc/passwd", None),
            ("data:text/plain,x", None),
            ("javascript:x", None),
            ("https://user:pass@other.org/", None),
            ("https://", None),
            ("https://exämple.org/", None),
        ];
        for (reference, expected) in cases {
            let url = base.join(reference).map(|url| url.to_string());
            assert_eq!(url.as_deref(), expected, "{reference:?}");
        }
        assert_eq!(base.join(&"a".repeat(MAX_BYTES + 1)), None);
    }
}
