//! A request as its handler receives it.

use std::convert::Infallible;
use std::sync::{Arc, OnceLock};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Uri};
use dedale::observe::Stopped;

use crate::app::App;
use crate::limits::cancel::Watch;
use crate::limits::client_ip::Origin;
use crate::limits::memory::Account;
use crate::limits::pool::{Cost, Done};
use crate::limits::shares::Client;
use crate::problem::Problem;
use crate::response::coding::Coding;
use crate::telemetry::timing::Timing;

/// The facts about a request that are known before it is routed: its extension.
#[derive(Clone, Debug, Default)]
pub struct Arrival {
    /// Where it comes from.
    pub origin: Origin,
    /// The coding that the client prefers.
    pub coding: Coding,
    /// Its path in the table of paths, once the router has found it.
    pub route: Arc<OnceLock<&'static str>>,
}

/// A request without its body, with its account and its timing.
#[derive(Clone, Debug)]
pub struct RequestContext {
    /// The state that all requests share.
    pub app: Arc<App>,
    /// The client that sent the request.
    pub client: Client,
    /// The scheme of the URL.
    pub scheme: &'static str,
    /// The URL.
    pub uri: Uri,
    /// The headers.
    pub headers: Arc<HeaderMap>,
    /// The coding that the client prefers.
    coding: Coding,
    /// The durations of the parts of the work for the request.
    pub timing: Timing,
    /// The memory of the request.
    pub account: Account,
}

impl FromRequestParts<Arc<App>> for RequestContext {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<RequestContext, Infallible> {
        let Arrival { origin, coding, .. } = parts.extensions.remove().unwrap_or_default();
        let (uri, headers) = (parts.uri.clone(), std::mem::take(&mut parts.headers));
        Ok(RequestContext { coding, ..RequestContext::new(app, origin, uri, headers) })
    }
}

impl RequestContext {
    /// Creates the context of a request that has just arrived. Its response is not compressed.
    pub fn new(app: &Arc<App>, Origin { client, scheme }: Origin, uri: Uri, headers: HeaderMap) -> RequestContext {
        let account = app.memory.account(client, &uri);
        let (app, headers, timing) = (app.clone(), Arc::new(headers), Timing::default());
        RequestContext { app, client, scheme, uri, headers, coding: Coding::Identity, timing, account }
    }

    /// The same request for another URL of the service.
    #[must_use]
    pub fn at(&self, uri: Uri) -> RequestContext {
        RequestContext { uri, ..self.clone() }
    }

    /// The query, without the question mark.
    pub fn query(&self) -> &str {
        self.uri.query().unwrap_or_default()
    }

    /// The coding of a response. Content that is already compressed is sent unchanged.
    pub fn coding(&self, is_compressed: bool) -> Coding {
        if is_compressed { Coding::Identity } else { self.coding }
    }

    /// Runs work for this request.
    ///
    /// # Errors
    ///
    /// The same as for [`Pool::run`](crate::limits::pool::Pool::run).
    pub async fn run<T: Send + 'static>(
        &self,
        cost: Cost,
        work: impl FnOnce(&mut Watch) -> Result<T, Stopped> + Send + 'static,
    ) -> Result<Done<T>, Problem> {
        self.app.pool.run(&self.account, &self.timing, cost, work).await
    }
}
