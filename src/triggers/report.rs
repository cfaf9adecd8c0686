//! The request and the report of a ranking of skills for prompts.

use serde::Serialize;

use crate::model::host_choice::HostChoice;
use crate::search::MatchedTerm;
use crate::text::document::Range;

/// A request to rank skills for prompts.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct TriggersRequest {
    /// The prompts that the caller writes into the request, in addition to the prompts in `files`.
    #[serde(default)]
    pub prompts: Vec<TriggerPrompt>,
    /// The paths of the files in the tree that contain prompts. If both `files` and `prompts` are
    /// empty, the files in the folders `evals` of all skills are read.
    #[serde(default)]
    pub files: Vec<String>,
    /// The host whose list of skills is used. If absent, the workspace's host.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub host: Option<HostChoice>,
}

crate::record! { TriggersRequest: has(prompts, files, host) }

/// A prompt, and the skill that the prompt should trigger or should not trigger.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TriggerPrompt {
    /// The user's message.
    pub prompt: String,
    /// The skill's name, or the path of its file. If absent, the model should choose no skill. A
    /// prompt without a skill neither passes nor fails, because only the rank of a named skill can
    /// be judged.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub skill: Option<String>,
    /// True if the model should choose the skill, which is the default.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub should_trigger: Option<bool>,
}

crate::record! { TriggerPrompt: has(prompt, skill, should_trigger) needs(prompt) }

/// The result of ranking skills for prompts, with advice on better descriptions.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TriggersReport {
    /// The id of the host whose list of skills is used.
    pub host: String,
    /// The host's edition.
    pub edition: String,
    /// The number of prompts for which the skill ranks as the prompt expects.
    pub passed: usize,
    /// The number of prompts that pass or fail. A prompt that names no skill is not counted. If the
    /// host offers only one skill, a prompt that should not trigger this skill is not counted.
    pub judged: usize,
    /// The number of prompts that would pass if the authors changed the descriptions as suggested.
    /// For each skill in `skills`, `add` has the words to add and `take` has the words to remove.
    pub passed_with_words: usize,
    /// The result for each prompt: first the prompts of the request, then the prompts of files, in
    /// their order.
    pub results: Vec<TriggerResult>,
    /// The results for each skill that at least one prompt names, sorted by the skill's name.
    pub skills: Vec<SkillTriggers>,
    /// The pairs of an expected skill and the skill that ranks first instead, the most frequent first.
    pub confusions: Vec<TriggerConfusion>,
    /// The findings about files that cannot be read, and about prompts whose skill is unknown, is
    /// not offered or does not rank as expected.
    pub findings: Vec<TriggerFinding>,
}

/// The rank of the expected skill for a prompt.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TriggerResult {
    /// The user's message.
    pub prompt: String,
    /// The name of the skill that the prompt should trigger or should not trigger. None if the
    /// model should choose no skill.
    pub skill: Option<String>,
    /// The path of the file that defines the prompt's skill. None if the host does not load the
    /// skill.
    pub path: Option<String>,
    /// True if the model should choose the skill.
    pub should_trigger: bool,
    /// The place of the prompt in its file. None if the prompt is from the request.
    pub place: Option<TriggerPlace>,
    /// True if the skill ranks first for a prompt that should trigger the skill, or does not rank
    /// first for a prompt that should not. None if a ranking cannot judge the prompt.
    pub passed: Option<bool>,
    /// The skill's rank, from 1. Other skills with the same score count as better. `None` if the
    /// host does not offer the skill, or if the skill's name and description contain no word of the
    /// prompt.
    pub rank: Option<usize>,
    /// The skill's score for the prompt, on the same scale as the scores of the competitors; 0 if the skill has no
    /// rank.
    pub score: f64,
    /// The words of the prompt that also occur in the skill's name or description.
    pub matched: Vec<MatchedTerm>,
    /// The name of the skill that ranks first for the prompt. `None` if no skill's name or
    /// description contains a word of the prompt.
    pub first: Option<String>,
    /// The other skills with at least half of the best score, sorted by score, the highest first. At most 5.
    pub competitors: Vec<TriggerCompetitor>,
}

/// A place in a file of prompts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct TriggerPlace {
    /// The path of the file that contains the prompt.
    pub path: String,
    /// The range of the prompt in the file.
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
    /// The words of the prompt that also occur in the skill's name or description.
    pub matched: Vec<MatchedTerm>,
}

/// The results of all prompts that name a skill, and the words that would improve the results.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SkillTriggers {
    /// The skill's name.
    pub name: String,
    /// The path of the skill's file; `None` if the host does not load the skill.
    pub path: Option<String>,
    /// True if the host offers the skill to its model.
    pub offered: bool,
    /// The number of judged prompts that should trigger the skill.
    pub should: usize,
    /// The number of prompts in `should` for which the skill ranks first.
    pub should_passed: usize,
    /// The number of judged prompts that should not trigger the skill.
    pub should_not: usize,
    /// The number of prompts in `should_not` for which the skill does not rank first.
    pub should_not_passed: usize,
    /// Words that should be added to the description: words of failed prompts that the description
    /// lacks. The most useful word is first. At most 5.
    pub add: Vec<TriggerWord>,
    /// Words that should be removed from the description. Such words occur in prompts for which the
    /// skill wrongly ranks first, but not in prompts that should trigger the skill. At most 5.
    pub take: Vec<TriggerWord>,
}

/// A word that an author should add to a description or remove from it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct TriggerWord {
    /// The word in the form that is compared: case-folded and without a plural ending. In scripts without spaces
    /// between words, each word has two characters.
    pub term: String,
    /// The number of failed prompts that contain the word.
    pub prompts: usize,
    /// The number of other offered skills whose name or description contains the word.
    pub others: usize,
}

/// An expected skill, and the skill that ranks first instead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct TriggerConfusion {
    /// The name of the expected skill.
    pub expected: String,
    /// The name of the skill that ranks first for the prompts. `None` if no skill's name or
    /// description contains a word of the prompts.
    pub first: Option<String>,
    /// The number of prompts for which `first` ranks first instead of the expected skill.
    pub prompts: usize,
}

/// A finding about a prompt or a file of prompts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct TriggerFinding {
    /// The kind of finding.
    pub code: TriggerFindingCode,
    /// A description of the problem.
    pub message: String,
    /// The suggested remedy.
    pub help: String,
    /// The place of the problem in a file of prompts. `None` if the prompt is from the request.
    pub place: Option<TriggerPlace>,
    /// The index of the prompt in `results`. None if the finding is about a file, or about an entry that is not a
    /// prompt.
    pub prompt: Option<usize>,
}

/// A kind of finding about a prompt or a file of prompts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum TriggerFindingCode {
    /// The skill should rank first for the prompt, but does not.
    NotFirst,
    /// The skill ranks first for a prompt that should not trigger the skill.
    WronglyFirst,
    /// The host does not show the skill to its model.
    NotOffered,
    /// The host loads no skill of this name.
    UnknownSkill,
    /// The contents of the file are not in the tree.
    Unread,
    /// The file is not JSON, or is not text in UTF-8.
    NotJson,
    /// The file or an entry in the file does not have the format of a file of prompts.
    WrongShape,
    /// Further prompts are not read, because there are more than 5,000.
    TooManyPrompts,
}
