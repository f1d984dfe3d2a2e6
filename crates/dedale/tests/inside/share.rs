//! Shares are exact.

use dedale::edit::Share;

#[test]
fn at_most_is_exact() {
    for whole in 0..300 {
        for count in 0..=whole {
            let share = Share::new(f64::from(count) / f64::from(whole.max(1))).unwrap();
            assert_eq!(share.at_most_of(whole), count, "{count} of {whole}");
        }
    }
    assert_eq!(Share::new(0.29).unwrap().at_most_of(100), 29);
    assert_eq!(Share::new(0.299).unwrap().at_most_of(100), 29);
    assert_eq!(Share::NONE.at_most_of(9), 0);
}

#[test]
fn halves_are_rounded_up() {
    for (share, whole, part) in [(0.5, 7, 4), (0.29, 50, 15), (0.28, 50, 14), (0.3, 5, 2), (1.0, 9, 9), (0.0, 9, 0)] {
        assert_eq!(Share::new(share).unwrap().of(whole), part, "{share} of {whole}");
    }
}

#[test]
fn rejects_invalid_shares() {
    for value in [-0.1, 1.1, f64::NAN, f64::INFINITY] {
        assert!(Share::new(value).is_err());
    }
    assert!(Share::new(-0.0).unwrap().value().is_sign_positive());
}
