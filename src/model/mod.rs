//! The data types that all hosts share, without the behaviour of any host.

pub mod argument;
pub mod budget_setting;
pub mod catalog;
pub mod configuration;
pub mod eligibility;
pub mod environment;
pub mod feature;
pub mod field;
pub mod hook;
pub mod hook_run;
pub mod host_choice;
pub mod invocation;
pub mod json_text;
pub mod listing;
pub mod memory;
pub mod message;
pub mod obstacle;
pub mod permission;
pub mod request_form;
pub mod shared_list;
pub mod skill;
pub mod touch;
pub mod turn;
