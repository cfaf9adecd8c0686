//! Caches the JavaScript values that methods returned. If a value did not change, the next result contains the same
//! object.

use std::any::Any;
#[cfg(feature = "lint")]
use std::collections::HashMap;
#[cfg(feature = "lint")]
use std::rc::Rc;
use std::sync::Arc;

use js_sys::Array;
use serde::Serialize;
#[cfg(feature = "lint")]
use skillglass::lint::Diagnostic;
use skillglass::model::catalog::Catalog;
use wasm_bindgen::prelude::*;

use crate::values::{self, Values};

/// The last catalog, and the JavaScript values of the items in its lists.
#[derive(Default)]
pub struct GivenCatalog {
    catalog: Option<Arc<Catalog>>,
    skills: Vec<JsValue>,
    errors: Vec<JsValue>,
    ignored: Vec<JsValue>,
    left_out: Vec<JsValue>,
}

impl GivenCatalog {
    /// Converts a catalog to JavaScript. If an item of the catalog's lists is equal to an item of
    /// the last catalog, the result contains the same object again.
    pub fn value(&mut self, catalog: Arc<Catalog>) -> JsValue {
        let none = Catalog::empty(&catalog);
        let last = self.catalog.as_deref().unwrap_or(&none);
        if !self
            .catalog
            .as_ref()
            .is_some_and(|last| Arc::ptr_eq(last, &catalog))
        {
            self.skills = reused(&catalog.skills, &last.skills, &self.skills);
            self.errors = reused(&catalog.errors, &last.errors, &self.errors);
            self.ignored = reused(&catalog.ignored, &last.ignored, &self.ignored);
            self.left_out = reused(&catalog.left_out, &last.left_out, &self.left_out);
        }
        let mut rest = none;
        rest.roots.clone_from(&catalog.roots);
        rest.refused.clone_from(&catalog.refused);
        self.catalog = Some(catalog);
        let value = values::to_js(&rest);
        for (name, list) in [
            ("skills", &self.skills),
            ("errors", &self.errors),
            ("ignored", &self.ignored),
            ("leftOut", &self.left_out),
        ] {
            let list: Array = list.iter().collect();
            values::set(&value, name, &list);
        }
        value
    }
}

/// The last list that a method returned, and the JavaScript values of its items.
#[derive(Default)]
pub struct GivenList {
    /// The last list. Its type is erased, because only the method knows the type.
    last: Option<Box<dyn Any>>,
    values: Vec<JsValue>,
}

impl GivenList {
    /// Converts a list to JavaScript. If an item is equal to an item of the last list, the result
    /// contains the same object again.
    pub fn value<T: PartialEq + Serialize + 'static>(&mut self, list: Vec<T>) -> JsValue {
        let last = (self.last.as_ref()).and_then(|last| last.downcast_ref::<Vec<T>>());
        let last = last.map_or(&[][..], |last| last);
        self.values = reused(&list, last, &self.values);
        self.last = Some(Box::new(list));
        let values: Array = self.values.iter().collect();
        values.into()
    }
}

/// Converts a list to JavaScript. If the last list has an equal item at the same position, counted
/// from the start or from the end, that item's JavaScript value is used again.
fn reused<T: PartialEq + Serialize>(list: &[T], last: &[T], values: &[JsValue]) -> Vec<JsValue> {
    let mut new = Values::new();
    let is_same = &|index: usize, other: usize| last.get(other) == list.get(index);
    let push = &mut |index: usize| {
        if let Some(entry) = list.get(index) {
            new.push(entry);
        }
    };
    let places = places(list.len(), last.len(), is_same, push);
    placed(&places, values, new)
}

/// Returns for each item the position of an equal item in the last list. If there is no equal item,
/// the position is `None`, and `push` is called with the item's index.
#[inline(never)]
fn places(
    length: usize,
    last: usize,
    is_same: &dyn Fn(usize, usize) -> bool,
    push: &mut dyn FnMut(usize),
) -> Vec<Option<usize>> {
    let place = |index: usize| {
        let from_end = (index + last).wrapping_sub(length);
        let place = [index, from_end]
            .into_iter()
            .find(|other| *other < last && is_same(index, *other));
        if place.is_none() {
            push(index);
        }
        place
    };
    (0..length).map(place).collect()
}

/// Returns the JavaScript value of each item: the earlier value at the item's position, or the next
/// new value if the item has no position.
#[inline(never)]
fn placed(places: &[Option<usize>], values: &[JsValue], new: Values) -> Vec<JsValue> {
    let mut new = new.into_js().into_iter();
    let value = |place: &Option<usize>| match place {
        Some(place) => values[*place].clone(),
        None => new.next().unwrap_or_default(),
    };
    places.iter().map(value).collect()
}

/// The diagnostics of the last result, and the diagnostics of earlier results that the workspace may return again.
#[cfg(feature = "lint")]
#[derive(Default)]
pub struct GivenDiagnostics(HashMap<*const Diagnostic, (Rc<Diagnostic>, JsValue)>);

#[cfg(feature = "lint")]
impl GivenDiagnostics {
    /// Converts diagnostics to JavaScript. A diagnostic that was returned earlier becomes the same
    /// object again.
    pub fn value(&mut self, found: &[Rc<Diagnostic>]) -> JsValue {
        let mut new = Values::new();
        let is_new = |one: &&Rc<Diagnostic>| !self.0.contains_key(&Rc::as_ptr(one));
        let unknown: Vec<_> = found.iter().filter(is_new).collect();
        for one in &unknown {
            new.push(&***one);
        }
        for (one, value) in unknown.into_iter().zip(new.into_js()) {
            self.0.insert(Rc::as_ptr(one), (Rc::clone(one), value));
        }
        let known = |one: &Rc<Diagnostic>| self.0.get(&Rc::as_ptr(one));
        let values = found.iter().filter_map(known);
        let array: Array = values.map(|(_, value)| value).collect();
        // If nothing else refers to a diagnostic, it is never returned again, so it is removed. Otherwise the memory
        // would grow with each keystroke in an editor.
        if self.0.len() > found.len() {
            self.0.retain(|_, (one, _)| Rc::strong_count(one) > 1);
        }
        array.into()
    }
}
