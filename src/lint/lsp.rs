//! Findings in the types of the Language Server Protocol 3.17: lists for
//! `textDocument/publishDiagnostics`, and code actions.
//!
//! The conversion keeps every value of a finding: `data` has the values for which the protocol has
//! no field. Lines and characters are counted from 0. Characters are UTF-16 code units, the
//! protocol's default. A line ends at `\n`, as everywhere in Skillglass; the protocol also ends a
//! line at a lone `\r`.

use serde::{Deserialize, Serialize};

use super::diagnostic::{ConcernedHost, Diagnostic, Severity};
use super::fixes::Fix;
use super::uri::ConvertOptions;
use crate::text::document;

/// The findings in one file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LspFile {
    /// The URI of the file.
    pub uri: String,
    /// The findings in the file.
    pub diagnostics: Vec<LspDiagnostic>,
    /// The fixes of the file's findings as code actions, in the order of `diagnostics`.
    pub code_actions: Vec<LspCodeAction>,
}

/// A finding as a `Diagnostic` of the protocol.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LspDiagnostic {
    /// The range of the problem in the file.
    pub range: LspRange,
    /// The severity: 1 for an error, 2 for a warning, 3 for information, 4 for a hint.
    #[cfg_attr(feature = "typescript", tsify(type = "1 | 2 | 3 | 4"))]
    pub severity: u8,
    /// The code of the rule.
    #[cfg_attr(feature = "typescript", tsify(type = "DiagnosticCode"))]
    pub code: String,
    /// The rule's page; absent if its address is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(type = "LspCodeDescription", optional))]
    pub code_description: Option<LspCodeDescription>,
    /// The program that found the problem: always `skillglass`.
    pub source: String,
    /// The message, followed by the help on a new line.
    pub message: String,
    /// Further places that help to understand the finding.
    pub related_information: Vec<LspRelatedInformation>,
    /// Facts about the finding. The Language Server Protocol has no fields for these facts.
    pub data: LspData,
}

/// A link to the rule's page, as a `CodeDescription` of the protocol.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct LspCodeDescription {
    /// The address of the rule's page.
    pub href: String,
}

/// Facts about a finding. The Language Server Protocol has no fields for these facts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct LspData {
    /// The target hosts that the finding concerns; see [`Diagnostic::hosts`].
    pub hosts: Vec<ConcernedHost>,
    /// Advice on how to solve the problem; see [`Diagnostic::help`](field@Diagnostic::help).
    pub help: String,
    /// The address of the rule's page; see [`Diagnostic::docs`].
    pub docs: String,
}

/// A place that helps to understand a finding, as a `DiagnosticRelatedInformation` of the protocol.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct LspRelatedInformation {
    /// The file and the range of the related place.
    pub location: LspLocation,
    /// The reason why `location` is relevant to the finding, in plain words.
    pub message: String,
}

/// A range in a file, as a `Location` of the protocol.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct LspLocation {
    /// The URI of the file.
    pub uri: String,
    /// The range in the file.
    pub range: LspRange,
}

/// A range of text, as a `Range` of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct LspRange {
    /// The position of the first character in the range.
    pub start: LspPosition,
    /// The position after the last character in the range.
    pub end: LspPosition,
}

/// A position in a text, as a `Position` of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct LspPosition {
    /// The line, from 0.
    pub line: usize,
    /// The character in the line, from 0, in UTF-16 code units.
    pub character: usize,
}

/// A fix as a `CodeAction` of the protocol.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LspCodeAction {
    /// The title of the fix.
    pub title: String,
    /// The kind of code action: always `quickfix`.
    pub kind: String,
    /// The diagnostic that the code action fixes.
    pub diagnostics: Vec<LspDiagnostic>,
    /// True if the fix is safe and is the first fix of its diagnostic. An editor may apply such a fix without a
    /// question.
    pub is_preferred: bool,
    /// The edits and renames that the code action makes.
    pub edit: LspWorkspaceEdit,
    /// Facts about the fix. The Language Server Protocol has no fields for these facts.
    pub data: LspActionData,
}

/// Facts about a fix. The Language Server Protocol has no fields for these facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct LspActionData {
    /// The index of the fixed diagnostic in the list of diagnostics of its file.
    pub diagnostic: usize,
    /// True if the fix can be applied without review; see [`Fix::safe`](field@Fix::safe).
    pub safe: bool,
}

/// The edits and renames of a fix, as a `WorkspaceEdit` of the protocol.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LspWorkspaceEdit {
    /// The changes, in the order in which an editor must make them.
    pub document_changes: Vec<LspDocumentChange>,
}

/// One change of a fix, as a `TextDocumentEdit` or a `RenameFile` of the protocol.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(untagged)]
pub enum LspDocumentChange {
    /// Changes the text of a file. All ranges refer to the text before any of the edits.
    #[serde(rename_all = "camelCase")]
    Edit {
        /// The file whose text changes.
        text_document: LspDocument,
        /// The changes to the text of the file.
        edits: Vec<LspTextEdit>,
    },
    /// Renames a file or folder.
    #[serde(rename_all = "camelCase")]
    Rename {
        /// The kind of change: always `rename`.
        #[cfg_attr(feature = "typescript", tsify(type = "\"rename\""))]
        kind: String,
        /// The URI of the file or folder before the rename.
        old_uri: String,
        /// The URI of the file or folder after the rename.
        new_uri: String,
    },
}

/// The file of an edit, as an `OptionalVersionedTextDocumentIdentifier` of the protocol.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct LspDocument {
    /// The URI of the file.
    pub uri: String,
    /// The version of an open document. Always null, because the edits refer to the file on the
    /// disk.
    #[cfg_attr(feature = "typescript", tsify(type = "null"))]
    pub version: Option<i32>,
}

/// A replacement of text, as a `TextEdit` of the protocol.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LspTextEdit {
    /// The range that is replaced.
    pub range: LspRange,
    /// The text that replaces the range.
    pub new_text: String,
}

/// Converts findings into one list for each file. The files are in the order in which they first
/// occur in the findings.
#[must_use]
pub fn diagnostics(found: &[Diagnostic], options: &ConvertOptions) -> Vec<LspFile> {
    let mut files: Vec<LspFile> = Vec::new();
    let mut indices = crate::hashing::HashMap::default();
    for one in found {
        let index = *indices.entry(&one.path).or_insert_with(|| {
            files.push(LspFile {
                uri: options.uri(&one.path),
                diagnostics: Vec::new(),
                code_actions: Vec::new(),
            });
            files.len() - 1
        });
        let file = &mut files[index];
        let converted = diagnostic(one, options);
        for (nth, fix) in one.fixes.iter().enumerate() {
            file.code_actions.push(LspCodeAction {
                title: fix.title.clone(),
                kind: "quickfix".to_owned(),
                diagnostics: vec![converted.clone()],
                is_preferred: nth == 0 && fix.safe,
                edit: workspace_edit(fix, options),
                data: LspActionData {
                    diagnostic: file.diagnostics.len(),
                    safe: fix.safe,
                },
            });
        }
        file.diagnostics.push(converted);
    }
    files
}

fn diagnostic(one: &Diagnostic, options: &ConvertOptions) -> LspDiagnostic {
    let related = one.related.iter().map(|related| LspRelatedInformation {
        location: LspLocation {
            uri: options.uri(&related.path),
            range: range(related.range),
        },
        message: related.message.clone(),
    });
    LspDiagnostic {
        range: range(one.range),
        severity: match one.severity {
            Severity::Error => 1,
            Severity::Warning => 2,
            Severity::Info => 3,
            Severity::Hint => 4,
        },
        code: one.code.clone(),
        code_description: options
            .page(&one.code, &one.docs)
            .map(|href| LspCodeDescription { href }),
        source: "skillglass".to_owned(),
        message: one.with_help(),
        related_information: related.collect(),
        data: LspData {
            hosts: one.hosts.clone(),
            help: one.help.clone(),
            docs: one.docs.clone(),
        },
    }
}

fn workspace_edit(fix: &Fix, options: &ConvertOptions) -> LspWorkspaceEdit {
    let mut changes = Vec::new();
    for of_file in fix.edits.chunk_by(|one, next| one.path == next.path) {
        let edits = of_file.iter().map(|edit| LspTextEdit {
            range: range(edit.range),
            new_text: edit.text.clone(),
        });
        changes.push(LspDocumentChange::Edit {
            text_document: LspDocument {
                uri: options.uri(&of_file[0].path),
                version: None,
            },
            edits: edits.collect(),
        });
    }
    let renames = fix.renames.iter().map(|rename| LspDocumentChange::Rename {
        kind: "rename".to_owned(),
        old_uri: options.uri(&rename.from),
        new_uri: options.uri(&rename.to),
    });
    changes.extend(renames);
    LspWorkspaceEdit {
        document_changes: changes,
    }
}

fn range(range: document::Range) -> LspRange {
    let position = |place: document::Place| LspPosition {
        line: place.line.saturating_sub(1),
        character: place.column.saturating_sub(1),
    };
    LspRange {
        start: position(range.start),
        end: position(range.end),
    }
}
