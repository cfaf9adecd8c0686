//! The form of a host's requests to its model, in the parts that skills make.

use serde::Serialize;

/// The API whose request format is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum RequestFormat {
    /// The format of Anthropic's Messages API.
    AnthropicMessages,
    /// The format of OpenAI's Responses API.
    OpenaiResponses,
    /// The format of OpenAI's Chat Completions API, which many other providers also accept.
    OpenaiChat,
    /// The format of Gemini's `generateContent`.
    Gemini,
}

crate::choice! { RequestFormat: AnthropicMessages = "anthropic-messages", OpenaiResponses = "openai-responses", OpenaiChat = "openai-chat", Gemini = "gemini" }

/// The form of a host's requests to its model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestForm {
    /// The API format that the host uses with the models of its maker, or with most models.
    pub format: RequestFormat,
    /// The place of a list with the role `system`.
    pub list: ListPlace,
    /// True if the host removes the whitespace at the end of a prompt.
    pub trims_prompt: bool,
    /// True if the host adds a line end to each message of a turn except the last.
    pub adds_line_ends: bool,
}

impl RequestForm {
    /// The form of most hosts: OpenAI's Chat Completions API, with the list at the end of the system prompt.
    pub const USUAL: Self = Self {
        format: RequestFormat::OpenaiChat,
        list: ListPlace::AtEnd,
        trims_prompt: false,
        adds_line_ends: false,
    };
}

/// The place of a list with the role `system` in a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListPlace {
    /// The list ends the system prompt.
    AtEnd,
    /// The list is in the middle of the system prompt.
    Inside {
        /// The host's text directly before the list.
        before: &'static str,
        /// The host's text directly after the list.
        after: &'static str,
    },
    /// The list is in a message of its own after the user's, between other texts of the host.
    AfterPrompt,
}
