//! Shares of limited resources, and turns.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use dedale_server::limits::shares::{Client, Full, LimitedResource, Share};
use futures_util::FutureExt as _;

const HALF: u8 = 50;

fn client(number: u8) -> Client {
    Client::at([192, 0, 2, number].into())
}

fn resource(whole: u64) -> LimitedResource {
    LimitedResource::new(whole, HALF)
}

/// Takes as many units as a client can get.
fn all(resource: &LimitedResource, client: Client) -> Vec<Share> {
    std::iter::from_fn(|| resource.take(client, 1).ok()).collect()
}

#[test]
fn each_may_hold_what_is_left_for_the_others() {
    let resource = resource(1000);
    let mut held: Vec<_> = (0..9).map(|number| all(&resource, client(number))).collect();
    let sizes: Vec<_> = held.iter().map(Vec::len).collect();
    assert_eq!(sizes, [500, 250, 125, 63, 31, 16, 8, 4, 2]);
    assert_eq!(resource.take(client(0), 1).unwrap_err(), Full::Client);
    // When the first client holds less, each of the others can get more.
    held.remove(0);
    let more = all(&resource, client(9));
    assert_eq!((more.len(), resource.left()), (251, 250));
}

#[test]
fn one_may_always_be_held_and_never_more_than_there_is() {
    for whole in 1..5 {
        for share in [1, 25, 50, 99, 100] {
            let resource = LimitedResource::new(whole, share);
            let held = all(&resource, client(1));
            assert!((1..=whole).contains(&(held.len() as u64)), "{whole} {share}");
            assert!(held.len() as u64 == whole || share < 100);
        }
    }
    let nobody = LimitedResource::new(3, 1);
    let held = all(&nobody, Client::NOBODY);
    assert_eq!(held.len(), 3);
    assert_eq!(nobody.take(Client::NOBODY, 1).unwrap_err(), Full::Whole);
}

#[tokio::test(start_paused = true)]
async fn much_at_once() {
    let resource = resource(1000);
    assert_eq!(resource.most(), 500);
    assert_eq!(resource.take(client(1), 501).unwrap_err(), Full::TooMuch);
    let half = resource.take(client(1), 500).unwrap();
    assert_eq!(half.amount(), 500);
    assert_eq!(resource.take(client(1), 1).unwrap_err(), Full::Client);
    let quarter = resource.take(client(2), 250).unwrap();
    assert_eq!(resource.take(client(3), 300).unwrap_err(), Full::Whole);
    drop((half, quarter));
    assert_eq!(resource.left(), 1000);
    assert_eq!(resource.clients(), 0, "clients that hold nothing are not stored");
}

#[test]
fn a_network_of_ipv6_is_one_client() {
    let at = |address: &str| Client::at(address.parse().unwrap());
    assert_eq!(at("2001:db8::1"), at("2001:db8::ffff:1"));
    assert_ne!(at("2001:db8::1"), at("2001:db8:0:1::1"));
    assert_eq!(at("::ffff:192.0.2.1"), client(1));
    assert_ne!(client(1), client(2));
}

#[tokio::test(start_paused = true)]
async fn clients_have_their_turns_one_after_the_other() {
    let resource = LimitedResource::new(1, HALF);
    let first = resource.take(client(0), 1).unwrap();
    let order = Arc::new(Mutex::new(Vec::new()));
    let mut tasks = Vec::new();
    for (place, number) in [1, 1, 1, 2, 3, 2].into_iter().enumerate() {
        let (waits, order) = (resource.clone(), order.clone());
        tasks.push(tokio::spawn(async move {
            let _share = waits.wait(client(number)).await;
            order.lock().unwrap().push((number, place));
        }));
        while resource.waiting() <= place {
            tokio::task::yield_now().await;
        }
    }
    // Requests that were dropped are skipped.
    tasks.remove(1).abort();
    drop(first);
    for task in tasks {
        task.await.unwrap();
    }
    assert_eq!(*order.lock().unwrap(), [(1, 0), (2, 3), (3, 4), (1, 2), (2, 5)]);
    assert_eq!((resource.left(), resource.waiting()), (1, 0));
}

#[tokio::test(start_paused = true)]
async fn who_has_used_little_comes_before_those_that_have_used_much() {
    let resource = LimitedResource::new(1, HALF);
    let mut first = resource.wait(client(1)).await;
    for number in 2..=4 {
        tokio::time::advance(Duration::from_secs(5)).await;
        drop(first);
        first = resource.wait(client(number)).await;
    }
    tokio::time::advance(Duration::from_secs(1)).await;
    // Three have used five seconds, one by one, and the fourth has used one. The fifth has used nothing, and comes last.
    let mut turns: Vec<_> = [3, 2, 1, 4, 5].map(|number| (number, Box::pin(resource.wait(client(number))))).into();
    for (_, turn) in &mut turns {
        assert!(turn.as_mut().now_or_never().is_none());
    }
    drop(first);
    let mut order = Vec::new();
    while !turns.is_empty() {
        let place = turns.iter_mut().position(|(_, turn)| turn.as_mut().now_or_never().is_some()).unwrap();
        order.push(turns.remove(place).0);
    }
    assert_eq!(order, [5, 4, 1, 2, 3]);
}

#[tokio::test(start_paused = true)]
async fn clients_that_have_paid_off_what_they_used_are_not_stored() {
    let resource = LimitedResource::new(1, HALF);
    for number in 0..10_000_u32 {
        let share = resource.wait(Client::at(std::net::Ipv4Addr::from_bits(number).into())).await;
        tokio::time::advance(Duration::from_secs(1)).await;
        drop(share);
    }
    assert!(resource.clients() < 100);
}

#[tokio::test]
async fn many_clients_wait_at_the_price_of_each() {
    const CLIENTS: u32 = 20_000;
    let resource = LimitedResource::new(1, HALF);
    let first = resource.take(client(0), 1).unwrap();
    let start = std::time::Instant::now();
    let mut turns: Vec<_> = (0..CLIENTS)
        .map(|number| Box::pin(resource.wait(Client::at(std::net::Ipv4Addr::from_bits(number).into()))))
        .collect();
    for turn in &mut turns {
        assert!(turn.as_mut().now_or_never().is_none());
    }
    assert_eq!(resource.waiting(), CLIENTS as usize);
    drop(first);
    for turn in turns {
        drop(turn.await);
    }
    assert_eq!((resource.left(), resource.waiting()), (1, 0));
    assert!(start.elapsed() < std::time::Duration::from_secs(5), "{:?}", start.elapsed());
}

#[tokio::test]
async fn clients_that_hold_their_share_wait_though_something_is_left() {
    let resource = LimitedResource::new(2, HALF);
    let held = resource.wait(client(1)).await;
    let more = tokio::time::timeout(std::time::Duration::from_millis(10), resource.wait(client(1))).await;
    assert!(more.is_err() && resource.left() == 1);
    assert!(resource.is_wanted_from(client(1)) && !resource.is_wanted_from(client(2)));
    let other = resource.wait(client(2)).await;
    drop(held);
    let again = resource.wait(client(1)).await;
    assert_eq!((other.amount(), again.amount(), resource.left()), (1, 1, 0));
}
