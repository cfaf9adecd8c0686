//! Findings as a log of the Static Analysis Results Interchange Format (SARIF) 2.1.0.
//!
//! The conversion keeps every value of a finding: property bags have the values for which the
//! format has no field. The format cannot rename files. If a fix needs a rename, the whole fix is
//! in the properties of the result.

use serde::{Deserialize, Serialize};

use super::diagnostic::{ConcernedHost, Diagnostic, Severity};
use super::fixes::Fix;
use super::registry::rules;
use super::rule::{Rule, RuleGroup};
use super::uri::ConvertOptions;
use crate::text::{document, unicode};

/// The address of the JSON Schema for SARIF logs.
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json";

/// A log of findings, as a `sarifLog` of SARIF.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct SarifLog {
    /// The address of SARIF's JSON Schema.
    #[serde(rename = "$schema")]
    pub schema: String,
    /// The version of SARIF.
    #[cfg_attr(feature = "typescript", tsify(type = "\"2.1.0\""))]
    pub version: String,
    /// The runs of the tool. There is exactly one run.
    pub runs: Vec<SarifRun>,
}

/// A run of the linter, as a `run` of SARIF.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SarifRun {
    /// The tool, which is Skillglass with its rules.
    pub tool: SarifTool,
    /// The unit in which columns are counted: always `utf16CodeUnits`.
    #[cfg_attr(feature = "typescript", tsify(type = "\"utf16CodeUnits\""))]
    pub column_kind: String,
    /// The findings of the run.
    pub results: Vec<SarifResult>,
}

/// The tool that found the problems, as a `tool` of SARIF.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct SarifTool {
    /// The program that made the findings.
    pub driver: SarifDriver,
}

/// The program Skillglass, as a `toolComponent` of SARIF.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SarifDriver {
    /// The name of the program: always `skillglass`.
    pub name: String,
    /// The version of Skillglass.
    pub semantic_version: String,
    /// The address of the project's home page.
    pub information_uri: String,
    /// All rules, including the rules without findings.
    pub rules: Vec<SarifRule>,
}

/// A rule, as a `reportingDescriptor` of SARIF.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SarifRule {
    /// The rule's code.
    pub id: String,
    /// A summary of the rule's finding in one line.
    pub short_description: SarifMessage,
    /// The summary as a sentence.
    pub full_description: SarifMessage,
    /// The summary with a link to the rule's page. Viewers show it as help for the rule.
    pub help: SarifHelp,
    /// The address of the rule's page.
    pub help_uri: String,
    /// The rule's default severity.
    pub default_configuration: SarifConfiguration,
    /// Values of the rule for which SARIF has no field.
    pub properties: SarifRuleProperties,
}

/// The default level of a rule, as a `reportingConfiguration` of SARIF.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct SarifConfiguration {
    /// The default level of the rule's findings.
    pub level: SarifLevel,
}

/// Values of a rule for which SARIF has no field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct SarifRuleProperties {
    /// The rule's group. A rule about safety has a second tag, `security`.
    pub tags: Vec<String>,
    /// A score from 0 to 10 for a rule about safety; absent for other rules. Code scanners rank
    /// findings by this score.
    #[serde(
        rename = "security-severity",
        default,
        skip_serializing_if = "Option::is_none"
    )]
    #[cfg_attr(feature = "typescript", tsify(type = "string", optional))]
    pub security_severity: Option<String>,
    /// The rule's default severity. SARIF has only the level `note` for hints and information, so
    /// this field distinguishes the two.
    pub severity: Severity,
}

/// The severity of a finding, as a `level` of SARIF. Information and hints have the level
/// `note`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum SarifLevel {
    /// An error; see [`Severity::Error`].
    Error,
    /// A warning; see [`Severity::Warning`].
    Warning,
    /// Information or a hint; see [`Severity::Info`] and [`Severity::Hint`].
    Note,
}

/// A text for people, as a `message` of SARIF.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct SarifMessage {
    /// The text of the message, in plain words.
    pub text: String,
}

/// A text in two forms, as a `multiformatMessageString` of SARIF.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct SarifHelp {
    /// The text without markup.
    pub text: String,
    /// The text in Markdown.
    pub markdown: String,
}

/// A `result` of SARIF: one finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SarifResult {
    /// The rule's code.
    pub rule_id: String,
    /// The index of the rule in the tool's list of rules; absent if the list does not contain the
    /// rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(type = "number", optional))]
    pub rule_index: Option<usize>,
    /// The level of the finding.
    pub level: SarifLevel,
    /// The message, followed by the help on a new line.
    pub message: SarifMessage,
    /// The place of the finding. The list has exactly one place.
    pub locations: Vec<SarifLocation>,
    /// Further places that help to understand the finding.
    pub related_locations: Vec<SarifLocation>,
    /// The fixes that rename no file. SARIF cannot express a rename, so the fixes that rename a
    /// file are in [`SarifProperties::renaming_fixes`].
    pub fixes: Vec<SarifFix>,
    /// Values of the finding for which SARIF has no field.
    pub properties: SarifProperties,
}

/// Values of a finding for which SARIF has no field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SarifProperties {
    /// The severity of the finding; see [`Diagnostic::severity`].
    pub severity: Severity,
    /// The target hosts that the finding concerns; see [`Diagnostic::hosts`].
    pub hosts: Vec<ConcernedHost>,
    /// Advice on how to solve the problem; see [`Diagnostic::help`](field@Diagnostic::help).
    pub help: String,
    /// The address of the rule's page; see [`Diagnostic::docs`].
    pub docs: String,
    /// The fixes that rename a file, each with its index among all fixes of the finding.
    pub renaming_fixes: Vec<SarifRenamingFix>,
}

/// A fix that renames a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct SarifRenamingFix {
    /// The index of the fix among all fixes of the finding.
    pub index: usize,
    /// The fix, with the paths of files instead of URIs.
    pub fix: Fix,
}

/// A place that a finding names, as a `location` of SARIF.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SarifLocation {
    /// The file that contains the place, and the range in this file.
    pub physical_location: SarifPhysicalLocation,
    /// The reason why a related place belongs to the finding; absent for the finding's own place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(type = "SarifMessage", optional))]
    pub message: Option<SarifMessage>,
}

/// A file and a range in it, as a `physicalLocation` of SARIF.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SarifPhysicalLocation {
    /// The file that contains the place.
    pub artifact_location: SarifArtifactLocation,
    /// The range of the place in the file.
    pub region: SarifRegion,
}

/// A file, as an `artifactLocation` of SARIF.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct SarifArtifactLocation {
    /// The URI of the file.
    pub uri: String,
}

/// A range of text, as a `region` of SARIF. It is given as lines and columns, as characters
/// and as bytes. Characters are UTF-16 code units. Lines and columns are counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct SarifRegion {
    pub start_line: usize,
    pub start_column: usize,
    pub end_line: usize,
    pub end_column: usize,
    pub char_offset: usize,
    pub char_length: usize,
    pub byte_offset: usize,
    pub byte_length: usize,
}

/// A fix of a finding, as a `fix` of SARIF.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SarifFix {
    /// The title of the fix.
    pub description: SarifMessage,
    /// The changes of each file.
    pub artifact_changes: Vec<SarifArtifactChange>,
    /// Values of the fix for which SARIF has no field.
    pub properties: SarifFixProperties,
}

/// Values of a fix for which SARIF has no field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct SarifFixProperties {
    /// True if the fix can be applied without review; see [`Fix::safe`](field@Fix::safe).
    pub safe: bool,
}

/// The changes of one file, as an `artifactChange` of SARIF.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SarifArtifactChange {
    /// The changed file.
    pub artifact_location: SarifArtifactLocation,
    /// The changes of the file. All ranges refer to the text before any of the changes.
    pub replacements: Vec<SarifReplacement>,
}

/// A replacement of a range of text, as a `replacement` of SARIF.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SarifReplacement {
    /// The range that is replaced.
    pub deleted_region: SarifRegion,
    /// The text that replaces the range.
    pub inserted_content: SarifMessage,
}

/// Converts findings into a SARIF log with one run.
#[must_use]
pub fn log(found: &[Diagnostic], options: &ConvertOptions) -> SarifLog {
    let rules = rules();
    let results = found.iter().map(|one| {
        let index = rules.iter().position(|rule| rule.code == one.code);
        result(one, index, options)
    });
    let run = SarifRun {
        results: results.collect(),
        column_kind: "utf16CodeUnits".to_owned(),
        tool: SarifTool {
            driver: SarifDriver {
                name: "skillglass".to_owned(),
                semantic_version: env!("CARGO_PKG_VERSION").to_owned(),
                information_uri: env!("CARGO_PKG_HOMEPAGE").to_owned(),
                rules: rules.iter().map(|rule| described(rule, options)).collect(),
            },
        },
    };
    SarifLog {
        schema: SCHEMA.to_owned(),
        version: "2.1.0".to_owned(),
        runs: vec![run],
    }
}

fn described(rule: &Rule, options: &ConvertOptions) -> SarifRule {
    let docs = rule.docs();
    let page = options.page(rule.code, &docs).unwrap_or(docs);
    let sentence = sentence(rule.summary);
    let is_of_safety = rule.group == RuleGroup::Safety;
    SarifRule {
        id: rule.code.to_owned(),
        short_description: message(rule.summary),
        full_description: message(&sentence),
        help: SarifHelp {
            text: format!("{sentence} See {page}"),
            markdown: format!("{sentence} See [{}]({page}).", rule.code),
        },
        help_uri: page,
        default_configuration: SarifConfiguration {
            level: level(rule.severity),
        },
        properties: SarifRuleProperties {
            tags: [rule.group.name()]
                .into_iter()
                .chain(is_of_safety.then_some("security"))
                .map(str::to_owned)
                .collect(),
            security_severity: is_of_safety.then(|| score(rule.severity).to_owned()),
            severity: rule.severity,
        },
    }
}

/// Returns the score of a safety rule with this severity. The score is in the middle of a range
/// that GitHub code scanning calls critical, high, medium or low.
fn score(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "9.5",
        Severity::Warning => "8.0",
        Severity::Info => "5.5",
        Severity::Hint => "2.0",
    }
}

/// Returns a rule's summary as a sentence, with an uppercase first letter and a full stop.
fn sentence(summary: &str) -> String {
    unicode::capitalized(summary) + "."
}

fn result(one: &Diagnostic, rule_index: Option<usize>, options: &ConvertOptions) -> SarifResult {
    let at = |path: &str, range, role: Option<&str>| SarifLocation {
        physical_location: SarifPhysicalLocation {
            artifact_location: location(path, options),
            region: region(range),
        },
        message: role.map(message),
    };
    let related = one.related.iter();
    let (renaming, other): (Vec<_>, Vec<_>) =
        (one.fixes.iter().enumerate()).partition(|(_, fix)| !fix.renames.is_empty());
    SarifResult {
        rule_id: one.code.clone(),
        rule_index,
        level: level(one.severity),
        message: message(&one.with_help()),
        locations: vec![at(&one.path, one.range, None)],
        related_locations: related
            .map(|related| at(&related.path, related.range, Some(&related.message)))
            .collect(),
        fixes: other
            .iter()
            .map(|(_, fix)| converted(fix, options))
            .collect(),
        properties: SarifProperties {
            severity: one.severity,
            hosts: one.hosts.clone(),
            help: one.help.clone(),
            docs: one.docs.clone(),
            renaming_fixes: (renaming.into_iter())
                .map(|(index, fix)| SarifRenamingFix {
                    index,
                    fix: fix.clone(),
                })
                .collect(),
        },
    }
}

fn converted(fix: &Fix, options: &ConvertOptions) -> SarifFix {
    let files = fix.edits.chunk_by(|one, next| one.path == next.path);
    let changes = files.map(|edits| SarifArtifactChange {
        artifact_location: location(&edits[0].path, options),
        replacements: (edits.iter())
            .map(|edit| SarifReplacement {
                deleted_region: region(edit.range),
                inserted_content: message(&edit.text),
            })
            .collect(),
    });
    SarifFix {
        description: message(&fix.title),
        artifact_changes: changes.collect(),
        properties: SarifFixProperties { safe: fix.safe },
    }
}

fn location(path: &str, options: &ConvertOptions) -> SarifArtifactLocation {
    SarifArtifactLocation {
        uri: options.uri(path),
    }
}

fn message(text: &str) -> SarifMessage {
    SarifMessage {
        text: text.to_owned(),
    }
}

fn level(severity: Severity) -> SarifLevel {
    match severity {
        Severity::Error => SarifLevel::Error,
        Severity::Warning => SarifLevel::Warning,
        Severity::Info | Severity::Hint => SarifLevel::Note,
    }
}

fn region(range: document::Range) -> SarifRegion {
    let document::Range { start, end } = range;
    SarifRegion {
        start_line: start.line,
        start_column: start.column,
        end_line: end.line,
        end_column: end.column,
        char_offset: start.offset,
        char_length: end.offset.saturating_sub(start.offset),
        byte_offset: start.byte,
        byte_length: end.byte.saturating_sub(start.byte),
    }
}
