//! Writes `docs/can-i-use.md`: `cargo run --example can_i_use > docs/can-i-use.md`.

mod page;

fn main() {
    match skillglass::support::support(&[]) {
        Ok(support) => print!("{}", page::page(&support)),
        Err(error) => eprintln!("{error}"),
    }
}
