//! The result of a load in which the host raises an exception about one file, so that no skill
//! loads.

use crate::host::stages::{Assembly, Considered, Fault};
use crate::model::catalog::{LeftOut, LeftOutReason};

/// Returns the result of loading skills when the host raises an exception for the skill file
/// `culprit`. Because of the exception, the host loads no other skill either. Files that were
/// already left out keep their reasons.
pub(crate) fn stopped_by(
    culprit: &Considered<'_>,
    fault: Fault,
    candidates: &[Considered<'_>],
    assembly: Assembly,
) -> Assembly {
    let path = culprit.candidate.found.discovered_path.as_str();
    let message = format!("no skill loads, because {path} raises: {}", fault.message);
    let mut left_out = assembly.left_out;
    left_out.retain(|left| left.path != path);
    leave_out_all(
        candidates,
        &message,
        &format!("Fix or remove {path}."),
        &mut left_out,
    );
    left_out.retain(|left| left.path != path);
    Assembly {
        errors: vec![culprit.candidate.error_as_found(fault)],
        ignored: assembly.ignored,
        left_out,
        ..Assembly::default()
    }
}

/// Leaves out the files of all candidates, with the given message and remedy. Files that are
/// already left out are unchanged.
pub(crate) fn leave_out_all(
    candidates: &[Considered<'_>],
    message: &str,
    help: &str,
    left_out: &mut Vec<LeftOut>,
) {
    for Considered { candidate, .. } in candidates {
        let path = candidate.found.discovered_path.as_str();
        if left_out.iter().any(|left| left.path == path) {
            continue;
        }
        let words = (message.to_owned(), help.to_owned());
        let root = Some(candidate.root.as_str());
        left_out.push(LeftOut::new(path, root, LeftOutReason::LoadStopped, words));
    }
}
