//! Claude Code.

mod options;

pub use options::{
    BundledSkill, ClaudeCodeOptions, McpPrompt, PathMatching, SdkOptions, SettingSource,
};
