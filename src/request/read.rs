//! How a maze that is posted is read: what a query says of it.

use dedale::about::InvalidValue;
use dedale::grid::Limits;
use dedale::text::parse::{FORMS, Form, Marks, ReadOptions};

use super::parameters::{Groups, Name};
use super::query::Query;
use crate::problem::Problem;

/// Reads how a maze is to be read at a path that takes the parameters of `groups`.
pub fn options(query: &str, groups: Groups, limits: Limits) -> Result<ReadOptions, Problem> {
    let mut query = Query::new(query, groups);
    let forms: Vec<&'static Form> = FORMS.iter().collect();
    let form = query.choice(Name::Read, "form", &forms, |form| form.name);
    let thin = query.flag(Name::Thin).unwrap_or_default();
    let text = |name| query.given(name).unwrap_or_default().to_owned();
    let marks =
        Marks { walls: text(Name::Walls), free: text(Name::Free), start: text(Name::Start), end: text(Name::End) };
    if let Some(form) = form.filter(|form| !form.is_of_squares) {
        for name in [Name::Walls, Name::Free, Name::Start, Name::End, Name::Thin] {
            if query.has(name) {
                query.fault(
                    name,
                    InvalidValue::Conflict {
                        other: format!("read={}", form.name),
                        why: ", which is not a form of squares",
                    },
                );
            }
        }
    }
    query.finish(Some(ReadOptions { form, marks, thin, limits }))
}
