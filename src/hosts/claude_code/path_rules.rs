//! The field `paths` of conditional skills: its patterns, and the files that they match
//! (docs/hosts/claude-code.md#conditional-skills).

use std::ops::Range;

use serde_yaml::Value;

use super::options::PathMatching;
use super::path_sets;
use crate::sort;
use crate::tree::gitignore::{self, Pattern};

/// The maximum number of patterns in a field `paths`, counted after braces such as `{a,b}` are
/// expanded (since 2.1.217). Earlier versions of Claude Code hang if there are more patterns.
const MAX_EXPANDED: usize = 1000;

/// The maximum total size of the expanded patterns of a field `paths`, in bytes.
const MAX_EXPANDED_BYTES: usize = 4 << 20;

/// The maximum nesting depth of braces. Skillglass sets this limit.
const MAX_NESTING: usize = 32;

/// Returns the patterns in the field `paths`. The field is a text with commas between patterns. If
/// `lists_allowed` is true (since 2.1.84), it may also be a list. A comma inside of braces is part
/// of a pattern.
///
/// # Errors
/// Returns an error if the field is neither a text nor an allowed list.
pub(super) fn parse(value: &Value, lists_allowed: bool) -> Result<Vec<String>, String> {
    match value {
        Value::Null => Ok(Vec::new()),
        Value::String(text) => Ok(split(text)),
        Value::Sequence(values) if lists_allowed => {
            let texts = values.iter().map(|value| match value {
                Value::String(text) => Ok(text.trim().to_owned()),
                _ => Err("each of its patterns must be a text".to_owned()),
            });
            texts
                .filter(|text| text.as_ref().map_or(true, |text| !text.is_empty()))
                .collect()
        }
        _ if lists_allowed => Err("it must be a text or a list of texts".to_owned()),
        _ => Err("it must be a text with commas between patterns".to_owned()),
    }
}

fn split(text: &str) -> Vec<String> {
    let mut depth = 0_usize;
    let mut escaped = false;
    text.split(|character: char| {
        let literal = escaped;
        escaped = !literal && character == '\\';
        match character {
            '{' if !literal => depth += 1,
            '}' if !literal => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && character == ','
    })
    .map(str::trim)
    .filter(|pattern| !pattern.is_empty())
    .map(str::to_owned)
    .collect()
}

/// Returns the patterns in the form of a `.gitignore`. A `/**` at the end is removed, because a
/// directory includes everything in it. If every pattern is `**`, the result is empty, because a
/// pattern for every file is no condition. Source: recorded answers of Claude Code.
pub(super) fn conditions(patterns: Vec<String>) -> Vec<String> {
    let bare = patterns.into_iter().map(|pattern| {
        match pattern.trim_end_matches('/').strip_suffix("/**") {
            Some(directory) => directory.to_owned(),
            None => pattern,
        }
    });
    let patterns: Vec<_> = bare.filter(|pattern| !pattern.is_empty()).collect();
    if patterns.iter().all(|pattern| pattern == "**") {
        Vec::new()
    } else {
        patterns
    }
}

/// The compiled patterns of a skill's field `paths`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PathRules {
    patterns: Vec<Pattern>,
    engine: PathMatching,
}

impl PathRules {
    /// Expands the braces of each pattern, and compiles the results. A pattern that cannot be
    /// compiled matches nothing and does not affect other patterns. A pattern with too many or too
    /// long results is compiled as written.
    pub(super) fn new(patterns: &[String], engine: PathMatching) -> Self {
        let mut budget = Size {
            count: MAX_EXPANDED,
            bytes: MAX_EXPANDED_BYTES,
        };
        let patterns = patterns
            .iter()
            .flat_map(|pattern| expand(pattern, &mut budget))
            .filter_map(|pattern| match engine {
                // The library that the host uses for this matching ignores case.
                PathMatching::Gitignore => Pattern::parse(&path_sets::rewrite(&pattern)?),
                PathMatching::Anchored => Pattern::parse(&anchored(&pattern)),
            })
            .collect();
        Self { patterns, engine }
    }

    /// Returns true if the patterns match a file. `relative_path` is the file's path relative to
    /// the project's root. Files outside of the root never match.
    pub(super) fn matches(&self, relative_path: &str) -> bool {
        let path = relative_path.strip_prefix("./").unwrap_or(relative_path);
        if path
            .split('/')
            .any(|segment| matches!(segment, "" | "." | ".."))
        {
            return false;
        }
        match self.engine {
            PathMatching::Anchored => gitignore::verdict(&self.patterns, path, false) == Some(true),
            PathMatching::Gitignore => {
                let path = path.to_lowercase();
                let verdict = |path, is_directory| {
                    gitignore::verdict_by_characters(&self.patterns, path, is_directory)
                };
                let mut directories = path.match_indices('/').map(|(slash, _)| &path[..slash]);
                directories.any(|directory| verdict(directory, true) == Some(true))
                    || verdict(&path, false) == Some(true)
            }
        }
    }
}

/// Anchors a pattern to the project's root. A pattern that begins with `**/` still matches at any
/// depth.
fn anchored(pattern: &str) -> String {
    let (sign, pattern) = match pattern.strip_prefix('!') {
        Some(pattern) => ("!", pattern),
        None => ("", pattern),
    };
    let slash = if pattern.starts_with('/') { "" } else { "/" };
    format!("{sign}{slash}{pattern}")
}

/// The size of the result of expanding braces: the number of patterns, and their total length in
/// bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Size {
    count: usize,
    bytes: usize,
}

/// Expands the braces of a pattern, and subtracts the expansion's size from `budget`. Returns the
/// pattern unchanged if it has no braces, or if the expansion would exceed the budget.
fn expand(pattern: &str, budget: &mut Size) -> Vec<String> {
    let Some(groups) = groups(pattern).filter(|groups| !groups.is_empty()) else {
        return vec![pattern.to_owned()];
    };
    let braces = Braces { pattern, groups };
    let size = braces.size(0..pattern.len());
    if size.count > budget.count || size.bytes > budget.bytes {
        return vec![pattern.to_owned()];
    }
    budget.count -= size.count;
    budget.bytes -= size.bytes;
    braces.expand(0..pattern.len())
}

/// A group of alternatives in braces, such as `{a,b}`.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Group {
    /// The byte range of the alternatives, including the braces around them.
    bytes: Range<usize>,
    /// The byte offsets of the commas that separate the alternatives in the braces.
    commas: Vec<usize>,
}

/// Returns the groups of alternatives in a pattern, sorted by their start. As in a shell, an
/// unclosed brace and braces without a comma are plain text. None if the groups are nested too
/// deeply.
fn groups(pattern: &str) -> Option<Vec<Group>> {
    let mut groups = Vec::new();
    let mut open: Vec<Group> = Vec::new();
    let mut bytes = pattern.bytes().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'\\' => {
                bytes.next();
            }
            b'{' => open.push(Group {
                bytes: at..at,
                commas: Vec::new(),
            }),
            b',' => {
                if let Some(group) = open.last_mut() {
                    group.commas.push(at);
                }
            }
            b'}' => {
                if let Some(mut group) = open.pop().filter(|group| !group.commas.is_empty()) {
                    if open.len() >= MAX_NESTING {
                        return None;
                    }
                    group.bytes.end = at + 1;
                    groups.push(group);
                }
            }
            _ => {}
        }
    }
    sort::by_key(&mut groups, |group| group.bytes.start);
    Some(groups)
}

/// A pattern, and its groups of alternatives in braces, such as `{a,b}`. The groups are sorted by
/// their start.
struct Braces<'p> {
    pattern: &'p str,
    groups: Vec<Group>,
}

impl<'p> Braces<'p> {
    /// Splits a byte range of the pattern at its outermost groups in braces. Returns each group
    /// with the plain text before it, and the plain text after the last group.
    fn segments(&self, bytes: Range<usize>) -> (Vec<(&'p str, &Group)>, &'p str) {
        let mut segments = Vec::new();
        let mut at = bytes.start;
        let first = self
            .groups
            .partition_point(|group| group.bytes.start < bytes.start);
        for group in &self.groups[first..] {
            if group.bytes.start >= bytes.end {
                break;
            }
            if group.bytes.start >= at {
                segments.push((&self.pattern[at..group.bytes.start], group));
                at = group.bytes.end;
            }
        }
        (segments, &self.pattern[at..bytes.end])
    }

    fn alternatives(group: &Group) -> impl Iterator<Item = Range<usize>> {
        let starts = std::iter::once(group.bytes.start).chain(group.commas.iter().copied());
        let ends = group.commas.iter().copied();
        starts
            .zip(ends.chain([group.bytes.end - 1]))
            .map(|(start, end)| start + 1..end)
    }

    /// Returns the number and the total length of the patterns into which a byte range of this
    /// pattern expands.
    fn size(&self, bytes: Range<usize>) -> Size {
        let (segments, tail) = self.segments(bytes);
        let none = Size { count: 1, bytes: 0 };
        let size = segments.iter().fold(none, |size, (text, group)| {
            let nothing = Size { count: 0, bytes: 0 };
            let group = Self::alternatives(group)
                .map(|alternative| self.size(alternative))
                .fold(nothing, Size::or);
            size.followed_by(text).product(group)
        });
        size.followed_by(tail)
    }

    fn expand(&self, bytes: Range<usize>) -> Vec<String> {
        let (segments, tail) = self.segments(bytes);
        let mut expanded = vec![String::new()];
        for (text, group) in segments {
            let alternatives: Vec<_> = Self::alternatives(group)
                .flat_map(|alternative| self.expand(alternative))
                .collect();
            expanded = expanded
                .iter()
                .flat_map(|head| {
                    alternatives
                        .iter()
                        .map(move |alternative| format!("{head}{text}{alternative}"))
                })
                .collect();
        }
        for pattern in &mut expanded {
            pattern.push_str(tail);
        }
        expanded
    }
}

impl Size {
    fn or(self, other: Self) -> Self {
        Self {
            count: self.count.saturating_add(other.count),
            bytes: self.bytes.saturating_add(other.bytes),
        }
    }

    fn product(self, other: Self) -> Self {
        let left = self.bytes.saturating_mul(other.count);
        let right = other.bytes.saturating_mul(self.count);
        Self {
            count: self.count.saturating_mul(other.count),
            bytes: left.saturating_add(right),
        }
    }

    fn followed_by(self, text: &str) -> Self {
        self.product(Self {
            count: 1,
            bytes: text.len(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rules(patterns: &[&str], engine: PathMatching) -> PathRules {
        let patterns: Vec<_> = patterns
            .iter()
            .map(|pattern| (*pattern).to_owned())
            .collect();
        PathRules::new(&patterns, engine)
    }

    fn whole() -> Size {
        Size {
            count: MAX_EXPANDED,
            bytes: MAX_EXPANDED_BYTES,
        }
    }

    #[test]
    fn as_in_a_gitignore_case_is_ignored_and_a_question_mark_matches_a_character() {
        let cases = [
            ("*.MD", "docs/x.md", true),
            ("SRC/", "src/a.rs", true),
            ("caf?.md", "café.md", true),
            ("caf[éè].md", "cafè.md", true),
            ("caf[a-z].md", "café.md", false),
        ];
        for (pattern, path, expected) in cases {
            let rules = rules(&[pattern], PathMatching::Gitignore);
            assert_eq!(rules.matches(path), expected, "{pattern} {path}");
        }
        assert!(!rules(&["*.MD"], PathMatching::Anchored).matches("x.md"));
    }

    #[test]
    fn sets_are_those_of_the_hosts_library() {
        let cases: [(&str, &[&str], &[&str]); 9] = [
            ("[!a].ts", &["a.ts", "!.ts"], &["b.ts", "^.ts"]),
            ("[^a].ts", &["a.ts", "^.ts"], &["b.ts", "!.ts"]),
            ("[!a-c].ts", &["b.ts", "!.ts"], &["d.ts"]),
            ("[]a].ts", &[], &["a.ts", "].ts"]),
            ("[]-]x", &[], &["]x", "-x"]),
            (r"[\]]x", &[], &["]x", r"\]x"]),
            (r"[\w].ts", &["a.ts", "5.ts"], &["-.ts", r"\.ts"]),
            ("[A-z].ts", &["b.ts", "_.ts"], &["5.ts"]),
            ("[[:digit:]].ts", &["d].ts"], &["5.ts", "d.ts"]),
        ];
        for (pattern, on, not_on) in cases {
            let rules = rules(&[pattern], PathMatching::Gitignore);
            for (paths, expected) in [(on, true), (not_on, false)] {
                for path in paths {
                    assert_eq!(rules.matches(path), expected, "{pattern} {path}");
                }
            }
        }
        assert!(rules(&["[!a].ts"], PathMatching::Anchored).matches("b.ts"));
    }

    #[test]
    fn the_field_is_a_text_or_a_list() {
        let cases = [
            ("'src/**, *.md'", Ok(vec!["src/**", "*.md"])),
            ("'*.{ts,tsx},a'", Ok(vec!["*.{ts,tsx}", "a"])),
            (r"'\{a,b'", Ok(vec![r"\{a", "b"])),
            ("' , '", Ok(vec![])),
            ("~", Ok(vec![])),
            ("[a, ' b,c ', '']", Ok(vec!["a", "b,c"])),
            ("[a, 1]", Err("each of its patterns must be a text")),
            ("5", Err("it must be a text or a list of texts")),
        ];
        for (yaml, expected) in cases {
            let value = serde_yaml::from_str(yaml).unwrap();
            let expected = expected
                .map(|patterns| patterns.into_iter().map(str::to_owned).collect())
                .map_err(str::to_owned);
            assert_eq!(parse(&value, true), expected, "{yaml}");
        }
        let list = serde_yaml::from_str("[a]").unwrap();
        assert_eq!(
            parse(&list, false),
            Err("it must be a text with commas between patterns".to_owned())
        );
    }

    #[test]
    fn the_engines_differ_on_depth_and_directories() {
        let cases = [
            ("*.md", "README.md", true, true),
            ("*.md", "docs/a.md", true, false),
            ("**/*.ts", "a.ts", true, true),
            ("**/*.ts", "a/b/c.ts", true, true),
            ("src/**/*", "src/a/b", true, true),
            ("src/**/*", "lib/src/a", false, false),
            ("src/components/*.tsx", "src/components/A.tsx", true, true),
            (
                "src/components/*.tsx",
                "src/components/a/A.tsx",
                false,
                false,
            ),
            ("src", "src/a.ts", true, false),
            ("src/", "src/a.ts", true, false),
            ("src/*", "src/a/b.ts", true, false),
            ("/a.ts", "a.ts", true, true),
            ("/a.ts", "b/a.ts", false, false),
            ("src/**/*.{ts,tsx}", "src/a/b.tsx", true, true),
            ("src/**/*.{ts,tsx}", "src/a/b.js", false, false),
            ("**", "../a", false, false),
            ("**", "a/../b", false, false),
            ("**", "/a", false, false),
            ("**", "", false, false),
            ("**", "./a", true, true),
        ];
        for (pattern, path, as_gitignore, as_anchored) in cases {
            for (engine, expected) in [
                (PathMatching::Gitignore, as_gitignore),
                (PathMatching::Anchored, as_anchored),
            ] {
                assert_eq!(
                    rules(&[pattern], engine).matches(path),
                    expected,
                    "{pattern} on {path:?}, {engine:?}"
                );
            }
        }
    }

    #[test]
    fn a_later_pattern_reverses_an_earlier_one() {
        for engine in [PathMatching::Gitignore, PathMatching::Anchored] {
            let rules = rules(&["*.md", "!README.md"], engine);
            assert!(rules.matches("a.md"));
            assert!(!rules.matches("README.md"));
        }
    }

    #[test]
    fn an_unreadable_bracket_disturbs_no_other_pattern() {
        for engine in [PathMatching::Gitignore, PathMatching::Anchored] {
            let rules = rules(&["photos [2024/**", r"albums \[2024/**", "*.md"], engine);
            assert!(!rules.matches("photos [2024/a"));
            assert!(rules.matches("albums [2024/a"));
            assert!(rules.matches("a.md"));
        }
    }

    #[test]
    fn braces_expand_to_each_alternative() {
        let cases: [(&str, &[&str]); 11] = [
            ("a", &["a"]),
            ("{a,b}/{c,d}", &["a/c", "a/d", "b/c", "b/d"]),
            ("x{a,{b,c}d}y", &["xay", "xbdy", "xcdy"]),
            ("{a,{b,{c,d}}}", &["a", "b", "c", "d"]),
            ("{a,}", &["a", ""]),
            ("{a}", &["{a}"]),
            ("{{a,b}}", &["{a}", "{b}"]),
            ("{a,{b,c}", &["{a,b", "{a,c"]),
            ("a,b}", &["a,b}"]),
            (r"\{a,b}", &[r"\{a,b}"]),
            ("é{ü,ö}ß", &["éüß", "éöß"]),
        ];
        for (pattern, expected) in cases {
            assert_eq!(expand(pattern, &mut whole()), expected, "{pattern}");
        }
    }

    #[test]
    fn the_whole_list_shares_one_budget() {
        let thousand = "{0,1,2,3,4,5,6,7,8,9}".repeat(3);
        let mut budget = whole();
        assert_eq!(expand(&thousand, &mut budget).len(), 1000);
        assert_eq!(expand("{a,b}", &mut budget), ["{a,b}"]);
        assert_eq!(expand("plain", &mut budget), ["plain"]);

        // Two patterns of 2 MiB reach the limit of 4 MiB for the list.
        for (length, patterns) in [((2 << 20) - 1, 2), (2 << 20, 1)] {
            let long = format!("{{a,b}}{}", "x".repeat(length));
            assert_eq!(expand(&long, &mut whole()).len(), patterns, "{length}");
        }

        let rules = rules(
            &["{a,b}{c,d}.ts", &"{a,b}".repeat(60), "{e,f}.ts"],
            PathMatching::Anchored,
        );
        assert!(rules.matches("ac.ts"));
        assert!(!rules.matches(&"a".repeat(60)));
        assert!(rules.matches("e.ts"));
    }

    #[test]
    fn braces_nested_too_deep_are_plain_text() {
        let deep = format!("{}a{}", "{x,".repeat(5000), "}".repeat(5000));
        assert_eq!(expand(&deep, &mut whole()), [deep]);
    }

    proptest! {
        #[test]
        fn any_pattern_gives_a_result(
            text in r"(\{|\}|,|\\|\[|\]|\*|/|a|é|!| ){0,25}",
            path in r"(a|é|/|\.){0,12}",
        ) {
            let patterns = parse(&Value::String(text.clone()), true).unwrap();
            for engine in [PathMatching::Gitignore, PathMatching::Anchored] {
                let _ = PathRules::new(&patterns, engine).matches(&path);
            }
            if let Some(groups) = groups(&text) {
                let braces = Braces { pattern: &text, groups };
                let (size, expanded) = (braces.size(0..text.len()), braces.expand(0..text.len()));
                prop_assert_eq!(size.count, expanded.len());
                prop_assert_eq!(size.bytes, expanded.iter().map(String::len).sum::<usize>());
            }
        }

        #[test]
        fn a_text_without_braces_is_its_own_expansion(text in "[^{}]{0,30}") {
            prop_assert_eq!(expand(&text, &mut whole()), [text]);
        }
    }
}
