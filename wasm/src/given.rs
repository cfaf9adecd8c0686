//! Caches the JavaScript values that methods returned. If a value did not change, the next result contains the same
//! object.

#[cfg(any(feature = "lint", feature = "dependencies", feature = "budget-plan"))]
use std::any::Any;
#[cfg(feature = "budget-plan")]
use std::collections::BTreeMap;
#[cfg(any(feature = "lint", feature = "dependencies", feature = "budget-plan"))]
use std::collections::HashMap;
#[cfg(any(feature = "lint", feature = "dependencies", feature = "budget-plan"))]
use std::rc::Rc;
use std::sync::Arc;

use js_sys::Array;
#[cfg(feature = "budget-plan")]
use js_sys::Object;
use serde::Serialize;
use skillglass::model::catalog::Catalog;
use wasm_bindgen::prelude::*;

use crate::values::{self, Values};

/// The previous catalog, and the JavaScript values of the items in its lists.
#[derive(Default)]
pub struct GivenCatalog {
    catalog: Option<Arc<Catalog>>,
    skills: Vec<JsValue>,
    errors: Vec<JsValue>,
    ignored: Vec<JsValue>,
    left_out: Vec<JsValue>,
}

impl GivenCatalog {
    /// Converts a catalog to JavaScript. If an item is equal to an item of the previous catalog,
    /// the result contains the same JavaScript object.
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

/// Converts the items of a list to JavaScript values. If the previous list (`last`) has an equal
/// item at the same position, the JavaScript value of that item is returned again. The position is
/// counted from the start or from the end of the list.
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

/// Finds an equal item in the previous list for each item of a new list. Returns the index of the
/// equal previous item for each new item, or `None` if there is no equal item. Calls `push` with
/// the index of each new item that has no equal item.
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

/// Returns the JavaScript value of each item of a list. `places` has an entry for each item. If the
/// entry is an index, the value is taken from `values` at this index. If the entry is `None`, the
/// value is the next value in `new`.
#[inline(never)]
fn placed(places: &[Option<usize>], values: &[JsValue], new: Values) -> Vec<JsValue> {
    let mut new = new.into_js().into_iter();
    let value = |place: &Option<usize>| match place {
        Some(place) => values[*place].clone(),
        None => new.next().unwrap_or_default(),
    };
    places.iter().map(value).collect()
}

/// The objects that the workspace has returned to JavaScript and may return again, each with its
/// JavaScript value.
///
/// The objects have the type `dyn Any`, so that this module does not depend on the parts of the
/// WebAssembly module that define their types.
#[cfg(any(feature = "lint", feature = "dependencies", feature = "budget-plan"))]
#[derive(Default)]
pub struct GivenShared(HashMap<*const (), (Rc<dyn Any>, JsValue)>);

#[cfg(any(feature = "lint", feature = "dependencies", feature = "budget-plan"))]
impl GivenShared {
    /// Converts a list to JavaScript. For an object that was returned before, the result contains
    /// the same JavaScript object.
    pub fn value<T: Serialize + 'static>(&mut self, list: &[Rc<T>]) -> JsValue {
        let mut new = Values::new();
        let is_new = |one: &&Rc<T>| !self.0.contains_key(&key(one));
        let unknown: Vec<_> = list.iter().filter(is_new).collect();
        for one in &unknown {
            new.push(&***one);
        }
        let shared = unknown
            .into_iter()
            .map(|one| -> (_, Rc<dyn Any>) { (key(one), Rc::clone(one) as _) });
        self.add(shared.collect(), new);
        self.of(&list.iter().map(key).collect::<Vec<_>>())
    }

    /// Stores objects that the workspace returns to JavaScript for the first time, each with its
    /// JavaScript value.
    #[inline(never)]
    fn add(&mut self, shared: Vec<(*const (), Rc<dyn Any>)>, values: Values) {
        for ((key, one), value) in shared.into_iter().zip(values.into_js()) {
            self.0.insert(key, (one, value));
        }
    }

    /// Returns a JavaScript array. For each object whose address is in `keys`, the array has the
    /// JavaScript value that `add` stored with the object.
    #[inline(never)]
    fn of(&mut self, keys: &[*const ()]) -> JsValue {
        let values = keys.iter().filter_map(|key| self.0.get(key));
        let array: Array = values.map(|(_, value)| value).collect();
        // If nothing else refers to an object, it is never returned again, so it is removed. Otherwise the memory would
        // grow with each keystroke in an editor.
        if self.0.len() > keys.len() {
            self.0.retain(|_, (one, _)| Rc::strong_count(one) > 1);
        }
        array.into()
    }
}

/// Returns the address of an object in memory. JavaScript values are stored with this address as
/// the key.
#[cfg(any(feature = "lint", feature = "dependencies", feature = "budget-plan"))]
fn key<T>(one: &Rc<T>) -> *const () {
    Rc::as_ptr(one).cast()
}

/// The texts of files, by path.
#[cfg(feature = "budget-plan")]
type Texts = Rc<BTreeMap<String, Rc<str>>>;

/// A map of texts that the workspace has returned to JavaScript, with its JavaScript value.
#[cfg(feature = "budget-plan")]
#[derive(Default)]
pub struct GivenTexts(Option<(Texts, Object)>);

#[cfg(feature = "budget-plan")]
impl GivenTexts {
    /// Converts a map of texts to a JavaScript object. If this is the map of the previous call,
    /// returns the previous JavaScript object. If only some texts are new, and the keys of the map
    /// did not change, only the new texts are converted.
    pub fn value(&mut self, texts: Texts) -> JsValue {
        let value = match &self.0 {
            Some((last, value)) if Rc::ptr_eq(last, &texts) => value.clone(),
            Some((last, value)) if texts.keys().eq(last.keys()) => {
                let value = Object::assign(&Object::new(), value);
                for ((path, text), last) in texts.iter().zip(last.values()) {
                    if !Rc::ptr_eq(text, last) {
                        values::set(&value, path, &JsValue::from_str(text));
                    }
                }
                value
            }
            _ => values::to_js(&texts).unchecked_into(),
        };
        self.0 = Some((texts, value.clone()));
        value.into()
    }
}
