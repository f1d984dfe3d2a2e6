//! Numbers and ranges as texts, and how work grows.

use dedale::about::{
    Between, Growth, InvalidValueKind, OverLimit, Share, parse_digits, parse_thousandths, parse_whole, parse_within,
};

#[test]
fn numbers_are_read_in_their_ranges() {
    assert_eq!(["007", "99999999999999999999", "+7", ""].map(parse_digits), [Some(7), Some(u64::MAX), None, None]);
    assert_eq!(parse_whole("7", 1..=9), Ok(7));
    let wrong = |text| parse_whole(text, 1..=9).unwrap_err().to_string();
    assert_eq!(wrong("-7"), "must be between 1 and 9");
    assert_eq!(wrong("x"), "must be a whole number between 1 and 9");
    assert_eq!(parse_within("7", "rows", 9), Ok(7));
    let over = OverLimit { limit: "rows", max: 9, asked: 12 };
    assert_eq!(parse_within("12", "rows", 9).unwrap_err().kind, InvalidValueKind::TooLarge(over));
    assert_eq!(parse_within("0", "rows", 9).unwrap_err().to_string(), "must be between 1 and 9");
    assert_eq!(parse_thousandths("1.2", 0.1..=100.0), Ok(1200));
    assert_eq!(parse_thousandths("0", 0.1..=100.0).unwrap_err().to_string(), "must be a number between 0.1 and 100");
}

#[test]
fn ranges_are_one_number_or_two() {
    let length: Between<u32> = "40..60".parse().unwrap();
    assert_eq!((length.to_string(), length.contains(60), length.contains(61)), ("40..60".to_owned(), true, false));
    assert_eq!(Between::new(8.0, 12.5), "8..12.5".parse().ok());
    assert_eq!((Between::new(5, 5), "5"), ("5".parse().ok(), Between::new(5, 5).unwrap().to_string().as_str()));
    assert!("60..40".parse::<Between<u32>>().is_err());
    assert!(Share::new(0.5).unwrap() < Share::new(0.75).unwrap());
}

#[test]
fn work_grows_with_the_cells() {
    let growths = [Growth::Linear(3), Growth::Logarithmic(3), Growth::Walk(0.5, 900), Growth::Quadratic(0.5)];
    assert_eq!(growths.map(|growth| growth.of(64)), [192, 1344, 256, 2048]);
}
