//! The language of a page.

use crate::common::get_with;

#[tokio::test]
async fn the_address_and_then_the_browser_choose_the_language() {
    let tag = async |uri: &str, languages| {
        let answer = get_with(uri, &[("accept-language", languages)]).await;
        let vary = answer.headers.get_all("vary").iter().any(|value| value == "accept-language");
        assert!(vary, "caches keep one page for each language");
        assert!(answer.headers.contains_key("content-language"));
        answer.header("etag").unwrap().to_owned()
    };
    let (english, german) = (tag("/", "en").await, tag("/", "de").await);
    assert_ne!(english, german);
    assert_eq!(tag("/", "ja").await, english);
    assert_eq!(tag("/", "de-CH, fr;q=0.5").await, german);
    assert_eq!(tag("/?w=9&lang=de", "en").await, german);
    assert_eq!(tag("/?lang=xx", "de").await, german);
}
