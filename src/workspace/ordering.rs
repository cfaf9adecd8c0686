//! Lists of skills in an order that the caller gives.

use crate::host::Host;
use crate::host::stages::View;
use crate::model::argument::ArgumentError;
use crate::model::listing::Listing;
use crate::model::shared_list::SharedList;
use crate::model::skill::Skill;
use crate::sort;

/// Returns a host's list of skills. The skills that `order` names come first, followed by all other
/// skills.
///
/// # Errors
/// Returns an error if the host orders its list itself, or if `order` names a skill twice or a
/// skill that is not loaded.
pub(super) fn list(
    host: &dyn Host,
    view: &View<'_>,
    order: &[String],
) -> Result<Listing, ArgumentError> {
    let list = host.ordered_list().ok_or_else(|| {
        let message = format!(
            "{} orders its list itself; leave `order` out, or use the host `standard`, which lists in your order",
            host.id()
        );
        ArgumentError::new("order", message)
    })?;
    let skills = in_order(&view.catalog.skills, order)?;
    Ok(list.list_in_order(view, &skills))
}

/// Returns the skills that `order` names, followed by all other skills. The names in `skills` are
/// unique.
fn in_order<'s>(
    skills: &'s SharedList<Skill>,
    order: &[String],
) -> Result<Vec<&'s Skill>, ArgumentError> {
    let mut left: Vec<_> = skills.iter().map(Some).collect();
    let by_name = skills.iter().enumerate();
    let by_name = sort::collect_map(by_name.map(|(index, skill)| (skill.name.as_str(), index)));
    let mut ordered = Vec::with_capacity(skills.len());
    for (index, name) in order.iter().enumerate() {
        let wrong = |problem: &str| {
            let message = format!("{problem} (given: {name:?})");
            ArgumentError::new(format!("order[{index}]"), message)
        };
        let skill = by_name.get(name.as_str());
        let skill = skill.ok_or_else(|| {
            wrong("no skill of this name is loaded; the names are those of `catalog().skills`")
        })?;
        let skill = left[*skill].take();
        ordered.push(skill.ok_or_else(|| wrong("the order names this skill already"))?);
    }
    ordered.extend(left.into_iter().flatten());
    Ok(ordered)
}
