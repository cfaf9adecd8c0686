//! Finds the answer of an MCP server to a call, and reads its result.

use std::rc::Rc;

use super::report::{McpAnswer, McpCall};
use crate::hashing::HashMap;
use crate::sources::json;
use crate::sources::problem::{DroppedPart, Problems, SourceProblemCode as Code};
use crate::text::digest::sha256;
use crate::text::encoding;
use crate::text::js_value::Value;
use crate::tree::Contents;

/// The maximum number of pages of a server's list of skills. Further pages are not requested. No
/// host has this limit.
const MAX_PAGES: usize = 1_000;

/// The maximum number of characters of a server's error message that a problem report quotes.
const MAX_QUOTED: usize = 200;

const SERVE_RESULT: &str = "Answer with the result that the extension describes.";

/// The answers that an MCP server gave to calls, indexed by the call. If a call has several
/// answers, only the last answer is used.
pub(super) struct Answers<'a> {
    all: &'a [McpAnswer],
    by_call: HashMap<&'a McpCall, usize>,
    read: HashMap<&'a str, Result<Rc<ReadFile>, Rc<str>>>,
}

/// The contents of a file that the server returned, and their digest.
pub(super) struct ReadFile {
    pub(super) contents: Contents,
    pub(super) digest: String,
}

/// The result of a call to the server. `at` is the path of the result in the list of answers, such
/// as `answers[2].answer.result`. Reports about problems in the result name this path.
pub(super) struct Answered {
    pub(super) value: Value,
    pub(super) at: String,
}

/// All pages of the server's list of skills. If a page is missing, the value is the call that
/// requests this page.
pub(super) enum Pages {
    Needed(McpCall),
    All(Vec<Answered>),
}

impl<'a> Answers<'a> {
    pub(super) fn new(all: &'a [McpAnswer]) -> Self {
        let mut by_call = HashMap::default();
        for (at, answer) in all.iter().enumerate() {
            by_call.insert(&answer.call, at);
        }
        Self {
            all,
            by_call,
            read: HashMap::default(),
        }
    }

    /// Returns the result of a call. Returns `None` if the call was not made yet, and `Some(None)`
    /// if it failed. A failure is added to the problems.
    pub(super) fn result(
        &self,
        call: &McpCall,
        drops: DroppedPart,
        problems: &mut Problems,
    ) -> Option<Option<Answered>> {
        let at = *self.by_call.get(call)?;
        let document = document(call);
        let mut refuse = |code, member: &str, message: std::fmt::Arguments<'_>, help: &str| {
            let at = format_args!("answers[{at}].answer{member}");
            problems.add((code, drops), document, at, message, help);
        };
        let Some(value) = json::read(&self.all[at].answer) else {
            let message = format_args!("the answer is not JSON that can be read");
            refuse(Code::NotJson, "", message, json::HELP);
            return Some(None);
        };
        if let Some(error @ Value::Map(_)) = value.get("error") {
            let code = error
                .get("code")
                .filter(|code| matches!(code, Value::Number(_)));
            let code = code.map(Value::json).unwrap_or_default();
            let words = error
                .get("message")
                .and_then(Value::text)
                .unwrap_or_default();
            let words = encoding::quoted(words, MAX_QUOTED);
            let message = format_args!("the server answers with error {code}: {words}");
            let help = "Serve what the list names, or take it out of the list.";
            refuse(Code::AnswerError, ".error", message, help);
            return Some(None);
        }
        let (value, member) = match unwrapped(value) {
            Ok(result) => (result, ".result"),
            Err(value) => (value, ""),
        };
        let at = format!("answers[{at}].answer{member}");
        Some(Some(Answered { value, at }))
    }

    /// Returns all pages of the server's list of skills, or the call for a page that is still
    /// missing.
    pub(super) fn pages(&self, problems: &mut Problems) -> Pages {
        // Only the last page shows whether another page follows, so the earlier pages are not parsed here.
        let last = self
            .all
            .iter()
            .rev()
            .find(|answer| matches!(answer.call, McpCall::List { .. }));
        if let Some(last) = last {
            let page = self.result(&last.call, DroppedPart::Index, &mut Problems::default());
            let next = page.flatten().and_then(|page| next_call(&page.value));
            if let Some(next) = next
                && !self.by_call.contains_key(&next)
                && self.by_call.len() < MAX_PAGES
            {
                return Pages::Needed(next);
            }
        }
        let mut pages = Vec::new();
        let mut seen = crate::hashing::HashSet::default();
        let mut call = McpCall::List { cursor: None };
        loop {
            seen.insert(call.clone());
            let Some(page) = self.result(&call, DroppedPart::Index, problems) else {
                return Pages::Needed(call);
            };
            let Some(page) = page else {
                return Pages::All(pages);
            };
            let next = next_call(&page.value);
            let at = page.at.clone();
            pages.push(page);
            let Some(next) = next else {
                return Pages::All(pages);
            };
            if seen.contains(&next) || pages.len() >= MAX_PAGES {
                problems.add(
                    (Code::EndlessList, DroppedPart::Index),
                    document(&call),
                    format_args!("{at}.nextCursor"),
                    format_args!("the list goes in circles, or has more than 1,000 pages"),
                    "Leave out `nextCursor` on the last page, and give each page another one.",
                );
                return Pages::All(pages);
            }
            call = next;
        }
    }

    /// Returns the contents of a file, or the reason why the server did not return them. Returns
    /// `None` if the caller has not requested the file yet.
    pub(super) fn file(&mut self, uri: &str) -> Option<Result<Rc<ReadFile>, Rc<str>>> {
        if let Some(known) = self.read.get(uri) {
            return Some(known.clone());
        }
        let call = McpCall::Read {
            uri: uri.to_owned(),
        };
        let (&key, _) = self.by_call.get_key_value(&call)?;
        let McpCall::Read { uri } = key else {
            return None;
        };
        let mut problems = Problems::default();
        let result = self.result(&call, DroppedPart::File, &mut problems)?;
        let file = match result {
            None => {
                let problem = problems.listed.pop();
                Err(problem.map_or_else(Rc::default, |problem| problem.message.into()))
            }
            Some(answered) => match contents_of(&answered.value, uri) {
                Some(contents) => Ok(Rc::new(ReadFile {
                    digest: sha256(contents.bytes()),
                    contents,
                })),
                None => Err("the answer holds neither a text nor a blob of it".into()),
            },
        };
        self.read.insert(uri, file.clone());
        Some(file)
    }
}

/// Returns the result in a JSON-RPC response. If the value is not a JSON-RPC response, returns the
/// value as the error.
fn unwrapped(value: Value) -> Result<Value, Value> {
    let Value::Map(mut members) = value else {
        return Err(value);
    };
    match members.iter().position(|(name, _)| name == "result") {
        Some(place) => Ok(members.swap_remove(place).1),
        None => Err(Value::Map(members)),
    }
}

/// Returns the call for the page after `page` in the list. Returns none if `page` is the last.
fn next_call(page: &Value) -> Option<McpCall> {
    let cursor = page.get("nextCursor")?.text()?;
    Some(McpCall::List {
        cursor: Some(cursor.to_owned()),
    })
}

/// Returns the contents of a file from the result of a call of `resources/read`. Returns none if
/// the result has neither a text nor a blob for the file.
fn contents_of(result: &Value, uri: &str) -> Option<Contents> {
    let Some(Value::List(contents)) = result.get("contents") else {
        return None;
    };
    let is_asked = |one: &&Value| one.get("uri").and_then(Value::text) == Some(uri);
    let one = contents.iter().find(is_asked);
    let one = one.or_else(|| contents.first().filter(|_| contents.len() == 1))?;
    let text = one.get("text").and_then(Value::text).map(Contents::from);
    text.or_else(|| {
        let blob = one.get("blob")?.text()?;
        encoding::base64_all(blob.as_bytes()).map(Contents::from)
    })
}

/// Returns the name that problem reports use for a call: its URI, or its method.
pub(super) fn document(call: &McpCall) -> &str {
    match call {
        McpCall::List { .. } => "skills/list",
        McpCall::Get { uri } | McpCall::Read { uri } => uri,
    }
}

/// Adds a problem about a result that does not have the expected form.
pub(super) fn refuse_shape(call: &McpCall, at: &str, message: &str, problems: &mut Problems) {
    problems.add(
        (Code::NotAnIndex, DroppedPart::Index),
        document(call),
        format_args!("{at}"),
        format_args!("{message}"),
        SERVE_RESULT,
    );
}
