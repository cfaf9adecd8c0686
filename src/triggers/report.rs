//! The request and the report of triggers.

use serde::Serialize;

use crate::model::host_choice::HostChoice;
use crate::search::MatchedTerm;
use crate::text::document::Range;

/// A request for the ranks of skills for prompts.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct TriggersRequest {
    /// Prompts of the caller.
    #[serde(default)]
    pub prompts: Vec<TriggerPrompt>,
    /// The paths of files of prompts in the tree. Without files and prompts, the files in the folders `evals` of all skills
    /// are read.
    #[serde(default)]
    pub files: Vec<String>,
    /// The host whose list counts; the workspace's host if absent.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub host: Option<HostChoice>,
}

crate::record! { TriggersRequest: has(prompts, files, host) }

/// A prompt with the skill that it should trigger, or should not.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TriggerPrompt {
    /// The user's message.
    pub prompt: String,
    /// The skill's name, or the path of its file. If absent, no skill should be chosen; a ranking cannot judge this.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub skill: Option<String>,
    /// True, which is the default, if the model should choose the skill.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub should_trigger: Option<bool>,
}

crate::record! { TriggerPrompt: has(prompt, skill, should_trigger) needs(prompt) }

/// The ranks of skills for prompts.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TriggersReport {
    /// The id of the host whose list counts.
    pub host: String,
    /// The host's edition.
    pub edition: String,
    /// The number of prompts that passed.
    pub passed: usize,
    /// The number of prompts that were judged. The others name no skill, or should not trigger the only skill there is.
    pub judged: usize,
    /// The number of prompts that would pass with the words of all skills added and taken as `skills` lists them.
    pub passed_with_words: usize,
    /// The prompts in their order: those of the request, then those of files.
    pub results: Vec<TriggerResult>,
    /// The skills that prompts name, by name.
    pub skills: Vec<SkillTriggers>,
    /// The pairs of an expected skill and the skill that ranks first instead, the most frequent first.
    pub confusions: Vec<TriggerConfusion>,
    /// Files that cannot be read, and prompts whose skill is unknown, is not offered or does not rank as it should.
    pub findings: Vec<TriggerFinding>,
}

/// The rank of a skill for a prompt.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TriggerResult {
    /// The user's message.
    pub prompt: String,
    /// The name of the skill that the prompt names; none if no skill should be chosen.
    pub skill: Option<String>,
    /// The path of that skill's file; none if the host does not load it.
    pub path: Option<String>,
    /// True if the model should choose the skill.
    pub should_trigger: bool,
    /// The place of the prompt in a file; none for a prompt of the request.
    pub place: Option<TriggerPlace>,
    /// True if the skill ranks first and should, or does not and should not; none if a ranking cannot judge the prompt.
    pub passed: Option<bool>,
    /// The skill's rank, from 1; none if the host does not offer the skill, or if no word of the prompt fits it. Skills with
    /// the same score count as better.
    pub rank: Option<usize>,
    /// The skill's score, which can be compared with those of the competitors; 0 without a rank.
    pub score: f64,
    /// The prompt's words that the skill has.
    pub matched: Vec<MatchedTerm>,
    /// The name of the skill that ranks first; none if no word of the prompt fits any skill.
    pub first: Option<String>,
    /// The other skills whose score is at least half of the best, the best first, at most 5.
    pub competitors: Vec<TriggerCompetitor>,
}

/// A place in a file of prompts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct TriggerPlace {
    /// The path of the file.
    pub path: String,
    /// The place in the file.
    pub range: Range,
}

/// A skill that also fits a prompt.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct TriggerCompetitor {
    /// The path of the skill's file.
    pub path: String,
    /// The skill's name.
    pub name: String,
    /// The skill's score for the prompt.
    pub score: f64,
    /// The prompt's words that the skill has.
    pub matched: Vec<MatchedTerm>,
}

/// The prompts of a skill: how many pass, and the words that would help.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SkillTriggers {
    /// The skill's name.
    pub name: String,
    /// The path of the skill's file; none if the host does not load it.
    pub path: Option<String>,
    /// True if the host offers the skill to its model.
    pub offered: bool,
    /// The number of judged prompts that should trigger the skill.
    pub should: usize,
    /// The number of those for which it ranks first.
    pub should_passed: usize,
    /// The number of judged prompts that should not trigger the skill.
    pub should_not: usize,
    /// The number of those for which it does not rank first.
    pub should_not_passed: usize,
    /// Words of failed prompts that the description lacks, the most useful first, at most 5.
    pub add: Vec<TriggerWord>,
    /// Words of the description that fit only prompts that should not trigger the skill, or that should trigger another
    /// one, at most 5.
    pub take: Vec<TriggerWord>,
}

/// A word that would help if it were added to a description or taken from it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct TriggerWord {
    /// The word in the form that is compared: case-folded and without a plural ending. In scripts without spaces, a word
    /// is two characters.
    pub term: String,
    /// The number of failed prompts that have the word.
    pub prompts: usize,
    /// The number of other offered skills that have the word.
    pub others: usize,
}

/// An expected skill, and the skill that ranks first instead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct TriggerConfusion {
    /// The name of the expected skill.
    pub expected: String,
    /// The name of the skill that ranks first; none if no word of the prompts fits any skill.
    pub first: Option<String>,
    /// The number of prompts.
    pub prompts: usize,
}

/// A finding about a prompt or a file of prompts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct TriggerFinding {
    /// The kind of finding.
    pub code: TriggerFindingCode,
    /// The finding in words.
    pub message: String,
    /// The advice on what to do.
    pub help: String,
    /// The place in a file; none for a prompt of the request.
    pub place: Option<TriggerPlace>,
    /// The index of the prompt in `results`; none if the finding is about a file or an entry that is no prompt.
    pub prompt: Option<usize>,
}

/// A kind of finding about a prompt or a file of prompts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum TriggerFindingCode {
    /// The skill should rank first, and does not.
    NotFirst,
    /// The skill ranks first for a prompt that should not trigger it.
    WronglyFirst,
    /// The host does not show the skill to its model.
    NotOffered,
    /// The host loads no skill of this name.
    UnknownSkill,
    /// The contents of the file were not given.
    Unread,
    /// The file is not JSON, or not a text.
    NotJson,
    /// The file or an entry does not have the shape of prompts.
    WrongShape,
    /// Further prompts are not read, because there are more than 5,000.
    TooManyPrompts,
}
