//! Matchers of hooks, which decide at which occurrences of an event a hook runs.

use regex_lite::RegexBuilder;

use crate::hosts::claude_code::editions::MatcherPolicy;
use crate::model::hook::Hook;

/// The events at which all hooks run, because Claude Code ignores their matchers.
const EVENTS_WITHOUT_MATCHER: [&str; 10] = [
    "UserPromptSubmit",
    "PostToolBatch",
    "Stop",
    "TeammateIdle",
    "TaskCreated",
    "TaskCompleted",
    "WorktreeCreate",
    "WorktreeRemove",
    "MessageDisplay",
    "CwdChanged",
];

/// The events whose matchers follow a simple rule in every edition: a matcher is a list of names
/// only if it contains just letters, digits, underscores and `|`. Any other matcher, such as a
/// matcher with a comma, space or hyphen, is a regular expression.
const EVENTS_WITH_PLAIN_LISTS: [&str; 2] = ["FileChanged", "StopFailure"];

/// The maximum size of a compiled regular expression, in bytes. Skillglass sets this limit, because
/// a short regular expression can require millions of states.
const MAX_REGEX_BYTES: usize = 1 << 18;

impl MatcherPolicy {
    /// Returns the policy for the matchers of one event. The policy is `self`, except for the
    /// events in `EVENTS_WITH_PLAIN_LISTS`.
    fn of_event(self, event: &str) -> Self {
        if EVENTS_WITH_PLAIN_LISTS.contains(&event) {
            return Self {
                commas_separate: false,
                hyphens_are_plain: false,
            };
        }
        self
    }

    fn is_plain(self, character: char) -> bool {
        match character {
            ',' | ' ' => self.commas_separate,
            '-' => self.hyphens_are_plain,
            _ => character.is_ascii_alphanumeric() || matches!(character, '_' | '|'),
        }
    }
}

/// Returns true if a hook runs when its event occurs. `value` is the value that the hook's matcher
/// is compared with, such as a tool's name.
///
/// # Errors
/// Returns an error if the matcher is an invalid regular expression.
pub(crate) fn fires(hook: &Hook, value: &str, policy: MatcherPolicy) -> Result<bool, String> {
    if EVENTS_WITHOUT_MATCHER.contains(&hook.event.as_str()) {
        return Ok(true);
    }
    let matcher = hook.matcher.as_deref().unwrap_or_default();
    matches(matcher, value, policy.of_event(&hook.event))
}

/// Returns true if a matcher matches a value. An empty matcher and `*` match everything. A list of
/// names matches each of the names. Any other matcher is a regular expression that may match
/// anywhere in the value.
///
/// # Errors
/// Returns an error if the matcher is an invalid regular expression. JavaScript's lookaround and
/// backreferences are not supported, because they may take unlimited time.
pub(crate) fn matches(matcher: &str, value: &str, policy: MatcherPolicy) -> Result<bool, String> {
    if matcher.is_empty() || matcher == "*" {
        return Ok(true);
    }
    if matcher.chars().all(|character| policy.is_plain(character)) {
        let separates = |character| character == '|' || policy.commas_separate && character == ',';
        return Ok(matcher.split(separates).any(|name| name.trim() == value));
    }
    RegexBuilder::new(matcher)
        .size_limit(MAX_REGEX_BYTES)
        .build()
        .map(|regex| regex.is_match(value))
        .map_err(|error| format!("{matcher:?} cannot be used as a regular expression: {error}"))
}

/// Returns the reason why no edition can use a hook's matcher. None if some edition can use the
/// matcher.
pub(super) fn unusable(matcher: &str) -> Option<String> {
    const ALL_PLAIN: MatcherPolicy = MatcherPolicy {
        commas_separate: true,
        hyphens_are_plain: true,
    };
    let problem = matches(matcher, "", ALL_PLAIN).err()?;
    Some(format!("{problem}, so it never fires"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::hook::HookHandler;
    use proptest::prelude::*;

    const NEW: MatcherPolicy = MatcherPolicy {
        commas_separate: true,
        hyphens_are_plain: true,
    };

    const OLD: MatcherPolicy = MatcherPolicy {
        commas_separate: false,
        hyphens_are_plain: false,
    };

    #[test]
    fn a_matcher_is_everything_a_list_or_a_regular_expression() {
        let cases = [
            ("", "Bash", true, true),
            ("*", "Bash", true, true),
            ("Bash", "Bash", true, true),
            ("Bash", "BashOutput", false, false),
            ("bash", "Bash", false, false),
            ("Edit|Write", "Write", true, true),
            ("Edit | Write", "Write", false, true),
            ("Edit, Write", "Write", false, true),
            ("Bash,Edit", "Bash", false, true),
            ("code-reviewer", "senior-code-reviewer", true, false),
            ("code-reviewer", "code-reviewer", true, true),
            ("mcp__brave-search", "mcp__brave-search__query", true, false),
            ("^Notebook", "NotebookEdit", true, true),
            ("Edit.*", "NotebookEdit", true, true),
            ("^Edit$", "NotebookEdit", false, false),
            ("mcp__.*__write.*", "mcp__a__write_all", true, true),
            (r"\d\/", "1/", true, true),
        ];
        for (matcher, tool, old, new) in cases {
            assert_eq!(matches(matcher, tool, OLD), Ok(old), "{matcher} on {tool}");
            assert_eq!(matches(matcher, tool, NEW), Ok(new), "{matcher} on {tool}");
        }
    }

    #[test]
    fn a_regular_expression_that_cannot_be_used_is_an_error() {
        for matcher in ["(", "^(?!Bash)", r"(a)\1", "(a{1000}){1000}"] {
            assert!(matches(matcher, "a", NEW).is_err(), "{matcher}");
        }
    }

    #[test]
    fn the_event_decides_what_its_matcher_means() {
        let cases = [
            ("PreToolUse", "a-b", "a-b", true),
            ("PreToolUse", "a-b", "xa-b", false),
            ("StopFailure", "a-b", "xa-b", true),
            ("Stop", "a", "b", true),
            ("Notification", "a", "b", false),
        ];
        for (event, matcher, value, expected) in cases {
            let hook = Hook {
                event: event.to_owned(),
                matcher: Some(matcher.to_owned()),
                condition: None,
                handler: HookHandler::Prompt {
                    prompt: "x".to_owned(),
                    model: None,
                },
                timeout_ms: None,
                status_message: None,
                once: false,
            };
            assert_eq!(fires(&hook, value, NEW), Ok(expected), "{event}");
        }
    }

    proptest! {
        #[test]
        fn any_matcher_gives_a_result(matcher in r"(\PC|\(|\)|\*|\+|\[|\]|\\|\||a|-){0,12}", tool in "[a-z_-]{0,30}") {
            for policy in [OLD, NEW] {
                let _ = matches(&matcher, &tool, policy);
            }
        }
    }
}
