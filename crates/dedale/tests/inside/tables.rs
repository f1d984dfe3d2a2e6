//! The tables of algorithms, solvers, grids and options.

use dedale::about::{InvalidValue, OptionInfo};
use dedale::generate::{ALGORITHMS, Algorithm, Bias, Member, Pick};
use dedale::grid::GridKind;
use dedale::picture::{ANIMATION_OPTIONS, Animation, MEASURE_OPTIONS, Measures, STYLE_OPTIONS, Style};
use dedale::solve::{SOLVERS, Solver};

#[test]
fn algorithms_have_complete_entries() {
    for info in ALGORITHMS {
        assert_eq!(info.algorithm.info().name, info.name);
        assert!(!info.title.is_empty() && !info.description.is_empty() && !info.source.is_empty());
    }
}

#[test]
fn algorithms_have_names_of_their_own() {
    let mut names: Vec<_> = ALGORITHMS.iter().flat_map(|a| a.aliases.iter().chain([&a.name])).collect();
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all);
    assert_eq!(Algorithm::from_name("fusion"), Some(Algorithm::Kruskal));
    assert_eq!(Algorithm::from_name("recursive-division"), Some(Algorithm::Division));
    assert!(names.iter().all(|name| Algorithm::from_name(name).is_some()));
}

#[test]
fn options_of_algorithms_have_the_defaults_and_values_that_the_texts_say() {
    for info in ALGORITHMS {
        for option in info.options {
            assert_eq!((option.get)(&info.algorithm), option.default, "{}", info.name);
            for value in option.values {
                let mut algorithm = info.algorithm;
                (option.set)(&mut algorithm, value).unwrap();
                assert_eq!((option.get)(&algorithm), *value, "{}", info.name);
            }
            assert!((option.set)(&mut info.algorithm.clone(), "?").is_err());
            // Others do not have it.
            let mut other = Algorithm::Wilson;
            assert_eq!(((option.set)(&mut other, option.default), (option.get)(&other)), (Ok(()), String::new()));
            assert_eq!(other, Algorithm::Wilson);
        }
    }
    let bias = &Algorithm::BinaryTree { bias: Bias::NorthWest }.info().options[0];
    assert!(bias.values.iter().copied().eq(Bias::ALL.iter().map(|bias| bias.name())));
    assert_eq!(
        (bias.set)(&mut Algorithm::BinaryTree { bias: Bias::NorthWest }, "up"),
        Err(InvalidValue::unknown(bias.values))
    );
    let pick = &Algorithm::GrowingTree { pick: Pick::DEFAULT }.info().options[0];
    assert!(pick.values.iter().copied().eq(Member::ALL.iter().map(|member| member.name())));
}

#[test]
fn solvers_have_names_of_their_own() {
    for (place, info) in SOLVERS.iter().enumerate() {
        assert!(SOLVERS[..place].iter().all(|other| other.name != info.name));
        assert_eq!(Solver::from_name(info.name), Some(info.solver));
        // It is the row of the solver that it names.
        assert_eq!(info.solver.name(), info.name);
        assert!(!info.title.is_empty() && !info.description.is_empty() && !info.source.is_empty());
    }
}

#[test]
fn options_of_solvers_are_set_and_read_by_their_names() {
    for info in SOLVERS {
        for option in info.options {
            let mut solver = info.solver;
            for value in option.values {
                assert_eq!((option.set)(&mut solver, value), Ok(()));
                assert_eq!((option.get)(&solver), *value);
            }
            assert!((option.set)(&mut solver, "?").is_err());
            if !option.values.is_empty() {
                assert_eq!((option.get)(&info.solver), option.default);
                let unknown = InvalidValue::unknown(option.values);
                assert_eq!((option.set)(&mut solver, "?"), Err(unknown));
            }
            // Of a solver that does not have it, nothing changes.
            let mut other = if info.solver == Solver::Bfs { Solver::Dfs } else { Solver::Bfs };
            assert_eq!((option.set)(&mut other, "7").ok().map(|()| (option.get)(&other)), Some(String::new()));
        }
    }
}

#[test]
fn grids_have_names_of_their_own() {
    let mut names = GridKind::names().to_vec();
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all);
    for kind in GridKind::ALL {
        let info = kind.info();
        assert_eq!(info.name.parse(), Ok(*kind));
        assert!(!info.title.is_empty() && !info.description.is_empty());
    }
}

#[test]
fn options_of_pictures_are_read_back_as_they_are_shown() {
    fn assert_shown<T: Clone>(options: &[OptionInfo<T>], default: &T) {
        for option in options {
            if option.default.is_empty() || option.name == "palette" {
                continue;
            }
            let mut set = default.clone();
            (option.set)(&mut set, option.default).unwrap();
            assert_eq!((option.get)(&set), (option.get)(default), "{} has its default", option.name);
            (option.set)(&mut set, &(option.get)(default)).unwrap();
        }
    }
    assert_shown(STYLE_OPTIONS, &Style::DEFAULT);
    assert_shown(ANIMATION_OPTIONS, &Animation::DEFAULT);
    assert_shown(MEASURE_OPTIONS, &Measures::DEFAULT);
}
