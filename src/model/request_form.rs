//! The format of a host's requests to its model, as far as it concerns skills.

use serde::Serialize;

/// The API whose request format a host uses.
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

/// The format of a host's requests to its model, as far as it concerns skills.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestForm {
    /// The API format of the host's requests. If the format depends on the model, this is the
    /// format for models of the host's own vendor. If this vendor has no models, it is the format
    /// for most models.
    pub format: RequestFormat,
    /// The position of the list of skills in the request, if the list has the role `system`.
    pub list: ListPlace,
    /// True if the host removes the whitespace at the end of the user's message.
    pub trims_prompt: bool,
    /// True if the host adds a line end to each message of a turn except the last.
    pub adds_line_ends: bool,
}

impl RequestForm {
    /// The format of most hosts: OpenAI's Chat Completions API, with the list of skills at the end
    /// of the system prompt.
    pub const USUAL: Self = Self {
        format: RequestFormat::OpenaiChat,
        list: ListPlace::AtEnd,
        trims_prompt: false,
        adds_line_ends: false,
    };
}

/// The position of the list of skills in a request, for a list with the role `system`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListPlace {
    /// The list of skills is at the end of the system prompt.
    AtEnd,
    /// The list of skills is in the middle of the system prompt.
    Inside {
        /// The host's text directly before the list of skills.
        before: &'static str,
        /// The host's text directly after the list of skills.
        after: &'static str,
    },
    /// The list of skills is in a separate message after the user's message, between other texts of
    /// the host.
    AfterPrompt,
}
