//! Values that callers were given before: what did not change crosses to JavaScript as the same object.

#[cfg(feature = "lint")]
use std::collections::HashMap;
#[cfg(feature = "lint")]
use std::rc::Rc;
use std::sync::Arc;

use js_sys::{Array, Reflect};
use serde::Serialize;
#[cfg(feature = "lint")]
use skillglass::lint::Diagnostic;
use skillglass::model::catalog::Catalog;
use wasm_bindgen::prelude::*;

use crate::thrown::Thrown;
use crate::values;

/// The last catalog, with the values of what it lists.
#[derive(Default)]
pub struct GivenCatalog {
    catalog: Option<Arc<Catalog>>,
    skills: Vec<JsValue>,
    errors: Vec<JsValue>,
    ignored: Vec<JsValue>,
    left_out: Vec<JsValue>,
}

impl GivenCatalog {
    /// The value of a catalog; the objects in its lists are those of the last one where they say the same.
    pub fn value(&mut self, catalog: Arc<Catalog>) -> Result<JsValue, Thrown> {
        let none = Catalog::empty(&catalog);
        let last = self.catalog.as_deref().unwrap_or(&none);
        if !self
            .catalog
            .as_ref()
            .is_some_and(|last| Arc::ptr_eq(last, &catalog))
        {
            self.skills = reused(&catalog.skills, &last.skills, &self.skills)?;
            self.errors = reused(&catalog.errors, &last.errors, &self.errors)?;
            self.ignored = reused(&catalog.ignored, &last.ignored, &self.ignored)?;
            self.left_out = reused(&catalog.left_out, &last.left_out, &self.left_out)?;
        }
        let mut rest = none;
        rest.roots.clone_from(&catalog.roots);
        rest.refused.clone_from(&catalog.refused);
        self.catalog = Some(catalog);
        let value = values::to_js(&rest)?;
        for (name, list) in [
            ("skills", &self.skills),
            ("errors", &self.errors),
            ("ignored", &self.ignored),
            ("leftOut", &self.left_out),
        ] {
            let list: Array = list.iter().collect();
            Reflect::set(&value, &name.into(), &list).map_err(serde_wasm_bindgen::Error::from)?;
        }
        Ok(value)
    }
}

/// The values of a list. An entry that was at the same place of the last list, counted from its start or from its end,
/// keeps its value.
fn reused<T: PartialEq + Serialize>(
    list: &[T],
    last: &[T],
    values: &[JsValue],
) -> Result<Vec<JsValue>, Thrown> {
    let known = |index: usize, entry: &T| {
        let is_same = last.get(index).is_some_and(|other| other == entry);
        is_same.then(|| values[index].clone())
    };
    let entries = list.iter().enumerate().map(|(index, entry)| {
        let from_end = (index + last.len()).wrapping_sub(list.len());
        match known(index, entry).or_else(|| known(from_end, entry)) {
            Some(value) => Ok(value),
            None => values::to_js(entry),
        }
    });
    entries.collect()
}

/// The diagnostics of the last answer, and those of others that the workspace may give again.
#[cfg(feature = "lint")]
#[derive(Default)]
pub struct GivenDiagnostics(HashMap<*const Diagnostic, (Rc<Diagnostic>, JsValue)>);

#[cfg(feature = "lint")]
impl GivenDiagnostics {
    /// The values of diagnostics; those of one that was said before are the same objects.
    pub fn value(&mut self, found: &[Rc<Diagnostic>]) -> Result<JsValue, Thrown> {
        let array = Array::new();
        for one in found {
            let value = match self.0.get(&Rc::as_ptr(one)) {
                Some((_, value)) => value.clone(),
                None => {
                    let value = values::to_js(&**one)?;
                    self.0
                        .insert(Rc::as_ptr(one), (Rc::clone(one), value.clone()));
                    value
                }
            };
            array.push(&value);
        }
        // What nobody else knows any more is not said again; an editor asks after each keystroke.
        if self.0.len() > found.len() {
            self.0.retain(|_, (one, _)| Rc::strong_count(one) > 1);
        }
        Ok(array.into())
    }
}
