//! Compares the browser's Unicode methods, which the core uses in the browser, with the tables of the native core.

use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};
use icu_properties::CodePointMapData;
use icu_properties::props::GeneralCategory;
use js_sys::{JsString, RegExp};
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;

/// Returns true if all characters of the text are assigned both in the browser's version of Unicode
/// and in the version of the native tables.
fn is_assigned(text: &str, unassigned: &RegExp) -> bool {
    let categories = CodePointMapData::<GeneralCategory>::new();
    let is_known = |c| categories.get(c) != GeneralCategory::Unassigned;
    text.chars().all(is_known) && !unassigned.test(text)
}

/// Compares the results of the browser with the results of the native Unicode tables for many short
/// texts. There are three texts for each character. Returns the number of texts with equal results.
fn compare(by_browser: impl Fn(&JsString) -> JsString, by_tables: impl Fn(&str) -> String) -> u32 {
    let unassigned = RegExp::new(r"\p{Cn}", "u");
    let mut compared = 0;
    // The remaining planes have private characters and variation selectors.
    for c in '\0'..='\u{3ffff}' {
        // A mark after the character shows whether the character and the mark combine.
        for text in [
            format!("{c}"),
            format!("{c}\u{301}"),
            format!("{c}\u{3099}"),
        ] {
            let found = String::from(by_browser(&JsString::from(text.as_str())));
            let expected = by_tables(&text);
            // The older version of Unicode may not contain the character or its replacement.
            if found != expected {
                // WebKit's `\p{Cn}` has a newer version of Unicode than WebKit's methods, which then return the text
                // unchanged.
                let is_newer = found == text
                    || [&text, &found, &expected]
                        .iter()
                        .any(|text| !is_assigned(text, &unassigned));
                assert!(is_newer, "{text:?} is {found:?} here, not {expected:?}");
            }
            compared += u32::from(found == expected);
        }
    }
    compared
}

/// The minimum number of texts that must be compared, out of 780,288. A text is skipped if it has a
/// character that the browser or the native tables do not know. With the oldest tested engine, 394
/// texts are skipped.
const NEARLY_ALL: u32 = 779_850;

#[wasm_bindgen_test]
fn the_browser_decomposes_every_character_as_the_native_tables_do() {
    let tables = DecomposingNormalizerBorrowed::new_nfd();
    let compared = compare(
        |text| text.normalize("NFD"),
        |text| tables.normalize(text).into_owned(),
    );
    assert!(compared > NEARLY_ALL, "{compared}");
}

#[wasm_bindgen_test]
fn the_browser_composes_every_character_as_the_native_tables_do() {
    let tables = ComposingNormalizerBorrowed::new_nfkc();
    let compared = compare(
        |text| text.normalize("NFKC"),
        |text| tables.normalize(text).into_owned(),
    );
    assert!(compared > NEARLY_ALL, "{compared}");
}

#[wasm_bindgen_test]
fn the_browser_uppercases_every_character_as_the_native_tables_do() {
    let compared = compare(
        |text| text.to_upper_case().unchecked_into(),
        |text| text.to_uppercase(),
    );
    assert!(compared > NEARLY_ALL, "{compared}");
}
