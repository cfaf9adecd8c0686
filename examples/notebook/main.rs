//! Runs the toy host of `docs/adding-a-host.md` with three files.

mod host;

use skillglass::{Workspace, WorkspaceOptions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = WorkspaceOptions {
        cwd: "/repo".to_owned(),
        ..WorkspaceOptions::default()
    };
    let mut workspace = Workspace::with_host(host::open(), &options)?;
    workspace.write(
        "/repo/notes/pdf/SKILL.md",
        "Fill in forms.\nUse the script.\n",
    )?;
    workspace.write("/repo/notes/empty/SKILL.md", "")?;
    if let Some(message) = workspace.listing().message {
        println!("{}", message.text);
    }
    for error in &workspace.catalog().errors {
        println!("{}: {}", error.path, error.message);
    }
    Ok(())
}
