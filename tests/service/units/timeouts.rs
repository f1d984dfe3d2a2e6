//! When connections are overdue.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use dedale_server::server::timeouts::{Activity, Busy, Crowd};
use dedale_server::settings::Timeouts;
use dedale_server::telemetry::metrics::CloseReason;
use std::pin::{Pin, pin};
use tokio::time::{pause, timeout};

const SECOND: Duration = Duration::from_secs(1);
const TIMEOUTS: Timeouts = Timeouts { idle: SECOND, write: SECOND };

/// Whether the connection is overdue within this time.
async fn within(time: Duration, overdue: Pin<&mut impl Future<Output = CloseReason>>) -> Option<CloseReason> {
    timeout(time, overdue).await.ok()
}

#[tokio::test]
async fn silence_counts_unless_a_request_is_at_work() {
    pause();
    let activity = Arc::new(Activity::default());
    let mut overdue = pin!(activity.overdue(TIMEOUTS, || Crowd::None));
    assert_eq!(within(SECOND / 2, overdue.as_mut()).await, None);
    let busy = Busy::new(&activity);
    assert_eq!(within(9 * SECOND, overdue.as_mut()).await, None, "a request is at work");
    busy.chunk_progressed();
    assert_eq!(within(SECOND, overdue.as_mut()).await, None, "a part of a response has just been taken");
    busy.chunk_progressed();
    assert_eq!(within(SECOND, overdue.as_mut()).await, None, "and another one");
    assert_eq!(within(SECOND, overdue.as_mut()).await, Some(CloseReason::Read));

    let mut overdue = pin!(activity.overdue(TIMEOUTS, || Crowd::None));
    let other = Busy::new(&activity);
    assert_eq!(within(9 * SECOND, overdue.as_mut()).await, None);
    drop((other, busy));
    assert_eq!(within(SECOND, overdue.as_mut()).await, None, "the response has just been taken");
    assert_eq!(within(SECOND, overdue).await, Some(CloseReason::Idle));
    assert_eq!(within(2 * SECOND, pin!(activity.overdue(TIMEOUTS, || Crowd::None))).await, Some(CloseReason::Idle));
}

#[tokio::test]
async fn requests_have_less_time_in_a_crowd() {
    pause();
    let long = Timeouts { idle: 60 * SECOND, write: 60 * SECOND };
    let activity = Arc::new(Activity::default());
    assert_eq!(within(9 * SECOND, pin!(activity.overdue(long, || Crowd::None))).await, None);
    for crowd in [Crowd::FewLeft, Crowd::OthersWait] {
        assert_eq!(within(3 * SECOND, pin!(activity.overdue(long, || crowd))).await, Some(CloseReason::Idle));
    }
    drop(Busy::new(&activity));
    assert_eq!(within(9 * SECOND, pin!(activity.overdue(long, || Crowd::FewLeft))).await, None);
    assert_eq!(within(3 * SECOND, pin!(activity.overdue(long, || Crowd::OthersWait))).await, Some(CloseReason::Idle));
}
