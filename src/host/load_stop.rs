//! Loads that end because of one file: the host raises an exception about this file, and no skill loads.

use crate::host::stages::{Assembly, Considered, Fault};
use crate::model::catalog::{LeftOut, LeftOutReason};

/// Returns the catalog of a load that the file of `culprit` stops. Every other file is left out for this reason; files
/// that the assembly already left out are unchanged.
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

/// Adds every file that is not left out yet to the left-out files, with a message and a remedy.
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
