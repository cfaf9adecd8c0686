//! Functions that several rules share. A finding that such a function creates belongs to the rule that calls it.

pub mod absent_field;
pub mod cuts;
pub mod description;
pub mod draft;
pub mod drawing;
pub mod elsewhere;
pub mod for_people;
pub mod frontmatter_lines;
pub mod length;
pub mod limits;
pub mod loose_fields;
pub mod other_fence;
pub mod other_name;
pub mod phrases;
pub mod plugin_files;
pub mod prose;
pub mod roots;
pub mod side_file;
pub mod standard_yaml;
pub mod substitutions;
pub mod unreadable;
pub mod unwritten;
pub mod yaml;
