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
use skillglass::model::shared_list::SharedList;
use wasm_bindgen::prelude::*;

use crate::values::{self, Values};

/// The previous catalog, and the JavaScript values of the items in its lists.
#[derive(Default)]
pub struct GivenCatalog {
    catalog: Option<Arc<Catalog>>,
    skills: Array,
    errors: Array,
    ignored: Array,
    left_out: Array,
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
            self.skills = shared(&catalog.skills, &last.skills, &self.skills);
            self.left_out = shared(&catalog.left_out, &last.left_out, &self.left_out);
            self.errors = compared(&catalog.errors, &last.errors, &self.errors);
            self.ignored = compared(&catalog.ignored, &last.ignored, &self.ignored);
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
            // The caller may change its array.
            values::set(&value, name, &list.slice(0, list.length()));
        }
        value
    }
}

/// Converts the items of a list to JavaScript values, as [`reused`] does. Items that both lists
/// share are not compared.
fn shared<T: Eq + Serialize>(list: &SharedList<T>, last: &SharedList<T>, values: &Array) -> Array {
    let is_same = &|index: usize, other: usize| list.is_same(index, last, other);
    let push = &mut |new: &mut Values, index: usize| new.push(&list[index]);
    reused(list.len(), last.len(), is_same, push, values)
}

/// Converts the items of a list to JavaScript values, as [`reused`] does.
fn compared<T: PartialEq + Serialize>(list: &[T], last: &[T], values: &Array) -> Array {
    let is_same = &|index: usize, other: usize| list.get(index) == last.get(other);
    let push = &mut |new: &mut Values, index: usize| new.push(&list[index]);
    reused(list.len(), last.len(), is_same, push, values)
}

/// Returns the JavaScript values of the items of a list. If the previous list has an equal item at
/// the same position, the JavaScript value of that item is returned again. The position is counted
/// from the start or from the end of the list. `length` and `last` are the lengths of the two lists,
/// and `values` has the values of the previous list. `push` converts the item at an index.
#[inline(never)]
fn reused(
    length: usize,
    last: usize,
    is_same: &dyn Fn(usize, usize) -> bool,
    push: &mut dyn FnMut(&mut Values, usize),
    values: &Array,
) -> Array {
    let mut new = Values::new();
    let mut changed = Vec::new();
    // If the lengths are equal, most values are usually at their places in a copy of the previous array.
    let result = if length == last {
        values.slice(0, values.length())
    } else {
        Array::new_with_length(length as u32)
    };
    for index in 0..length {
        let from_end = (index + last).wrapping_sub(length);
        if index < last && is_same(index, index) {
            if length != last {
                result.set(index as u32, values.get(index as u32));
            }
        } else if from_end < last && length != last && is_same(index, from_end) {
            result.set(index as u32, values.get(from_end as u32));
        } else {
            changed.push(index as u32);
            push(&mut new, index);
        }
    }
    for (index, value) in changed.into_iter().zip(new.into_js()) {
        result.set(index, value);
    }
    result
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
