//! What changes between editions of a host, and between two trees.

use skillglass::change::changelog;
use skillglass::hosts::hosts;

#[test]
fn tmp() {
    for host in hosts() {
        for edition in changelog(&host.host).unwrap().editions {
            for row in edition.rows {
                if row.example.is_none() {
                    println!(
                        "{} {} {} {:?} {:?}",
                        host.host, edition.edition, row.id, row.before, row.after
                    );
                }
            }
        }
    }
}
