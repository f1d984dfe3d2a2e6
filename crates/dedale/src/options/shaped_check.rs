//! The options of mazes on grids that are not plain squares, checked.

use super::shaped::{NO_EDGES, ShapedOptions, is_rectangle, of_mesh};
use super::ways::NOT_A_SHARE;
use super::{InvalidOption, InvalidOptions, MazeBuilder};
use crate::edit::Share;
use crate::generate::Grids;
use crate::grid::{GridKind, Mesh, MeshOptions, Wrap};
use crate::rng::MAX_SEED;

impl MazeBuilder {
    /// Whether the grid is one of plain squares, for [`options`](MazeBuilder::options); else [`shaped_options`](MazeBuilder::shaped_options)
    /// takes the options.
    pub fn is_plain(&self) -> bool {
        let mesh = &self.mesh;
        mesh.kind == GridKind::Square
            && mesh.levels == 1
            && mesh.wrap == Wrap::Off
            && mesh.mask.is_none()
            && self.weave == 0.0
            && self.ways.sparse == 0.0
    }

    /// Whether there may be tunnels.
    pub fn is_woven(&self) -> bool {
        self.weave != 0.0
    }

    /// The grid that was set.
    pub fn get_mesh(&self) -> MeshOptions {
        MeshOptions { columns: self.get_columns(), rows: self.get_rows(), ..self.mesh.clone() }
    }

    /// Checks the options of a maze on this grid, which may be a custom one. All that was set of the grid before is forgotten.
    ///
    /// # Errors
    ///
    /// [`InvalidOptions`] with everything that is wrong.
    ///
    /// # Example
    ///
    /// ```
    /// use dedale::grid::{Graph, GraphCell, GraphSide};
    /// use dedale::options::MazeBuilder;
    /// // A ring of nine cells.
    /// let mut graph = Graph::default();
    /// for cell in 0..9 {
    ///     let side = |name, to| GraphSide { to: Some(to), ..GraphSide::outer(name) };
    ///     graph.add(GraphCell { sides: &[side("next", (cell + 1) % 9), side("back", (cell + 8) % 9)], ..GraphCell::default() })?;
    /// }
    /// let options = MazeBuilder::default().seed(7).shaped_options_on(graph.into_mesh()?).unwrap();
    /// let Ok(picture) = options.make(&mut ());
    /// assert_eq!(picture.unwrap().maze.count_passages(), 8);
    /// # Ok::<(), dedale::grid::InvalidGraph>(())
    /// ```
    pub fn shaped_options_on(mut self, mesh: Mesh) -> Result<ShapedOptions, InvalidOptions> {
        (self.weave, self.has_rings, self.columns, self.rows) = (0.0, false, None, None);
        self = self.mesh(mesh.options().clone());
        let is_known = mesh.kind() != GridKind::Custom && mesh.crossings().is_empty();
        self.check_shape(Some(mesh).filter(|_| !is_known))
    }

    /// Checks the options of a maze on any grid.
    ///
    /// # Errors
    ///
    /// [`InvalidOptions`] with everything that is wrong.
    pub fn shaped_options(self) -> Result<ShapedOptions, InvalidOptions> {
        self.check_shape(None)
    }

    fn check_shape(self, laid: Option<Mesh>) -> Result<ShapedOptions, InvalidOptions> {
        let mut faults = Vec::new();
        let mut fault = |option, index, reason: String| faults.push(InvalidOption { option, index, reason });
        let mesh = self.get_mesh();
        let kind = mesh.kind;
        if kind == GridKind::Polar {
            for (option, value) in [("w", self.columns), ("h", self.rows)] {
                if value.is_some() {
                    fault(option, 0, "is not valid with grid=polar: rings gives its size".into());
                }
            }
            if mesh.rings == 0 {
                fault("rings", 0, "must be at least 1".into());
            }
            if mesh.wrap != Wrap::Off {
                fault("wrap", 0, NO_EDGES.into());
            }
        } else {
            for (option, size) in [("w", mesh.columns), ("h", mesh.rows), ("levels", mesh.levels)] {
                if size == 0 {
                    fault(option, 0, "must be at least 1".into());
                }
            }
            if self.has_rings {
                fault("rings", 0, "is only valid with grid=polar".into());
            }
        }
        let only_square = |name: &str| format!("is only valid with grid=square, and this is grid={name}");
        if kind != GridKind::Square {
            if mesh.levels > 1 {
                fault("levels", 0, only_square(kind.name()));
            }
            if self.weave > 0.0 {
                fault("weave", 0, only_square(kind.name()));
            }
        } else if self.weave > 0.0 && mesh.levels > 1 {
            fault("weave", 0, "is not valid with levels: give one or the other".into());
        }
        if mesh.largest_part && mesh.mask.is_none() {
            fault("parts", 0, "is only valid with mask".into());
        }
        if faults.is_empty()
            && laid.is_none()
            && let Err(invalid) = mesh.check()
        {
            faults.push(of_mesh(&invalid));
        }
        let mut fault = |option, index, reason: String| faults.push(InvalidOption { option, index, reason });
        if self.seed > MAX_SEED {
            fault("seed", 0, format!("must be between 0 and {MAX_SEED}"));
        }
        if self.ends.is_some() && (self.from.is_some() || self.to.is_some()) {
            fault("ends", 0, "does not go with from or to: give one or the other".into());
        }
        if let Some(reason) = self.runs_nowhere(&mesh, laid.is_some()) {
            fault("algo", 0, reason);
        }
        let mut share = |option, number: f64| {
            let share = Share::new(number);
            if share.is_err() {
                fault(option, 0, NOT_A_SHARE.into());
            }
            share.unwrap_or(Share::NONE)
        };
        let (braid, weave) = (share("braid", self.braid), share("weave", self.weave));
        let ways = self.ways.check(&self.with(&mesh), |option, reason| fault(option, 0, reason));
        self.check_wanted(|option, reason| fault(option, 0, reason));
        for (option, is_set) in [("max_walls", self.max_walls.is_some()), ("max_walls_in", self.max_walls_in.is_some())]
        {
            if is_set {
                fault(
                    option,
                    0,
                    if is_rectangle(&mesh) && self.weave == 0.0 {
                        "does not go with sparse: give one or the other".into()
                    } else {
                        "is only valid with grid=square alone, without levels, wrap, weave, mask and sparse: other rows and columns are not straight".into()
                    },
                );
            }
        }
        if !faults.is_empty() {
            return Err(InvalidOptions(faults));
        }
        Ok(ShapedOptions {
            algorithm: self.algorithm,
            mesh,
            laid,
            weave,
            seed: self.seed,
            from: self.from,
            to: self.to,
            ends: self.ends.unwrap_or_default(),
            doors: self.doors,
            ways,
            wanted: self.wanted,
            attempt: self.attempt,
            braid,
            remove: self.remove,
        })
    }

    /// Why the algorithm does not run on a grid; `None` where it does.
    fn runs_nowhere(&self, mesh: &MeshOptions, is_laid: bool) -> Option<String> {
        let name = self.algorithm.name();
        if self.ways.sparse != 0.0 && self.weave == 0.0 && !is_laid && is_rectangle(mesh) {
            return None;
        }
        let is_whole = mesh.levels == 1 && mesh.mask.is_none() && self.weave == 0.0 && !is_laid;
        let has_rows = mesh.kind.has_rows() && is_whole;
        match self.algorithm.grids() {
            Grids::Rows if !has_rows => Some(format!(
                "{name} goes row by row: it runs on square, hex, triangle and polar grids without mask, weave and levels"
            )),
            Grids::Squares => Some(format!("{name} runs on square grids without wrap, mask, weave and levels")),
            _ => None,
        }
    }
}
