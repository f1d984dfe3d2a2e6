//! `/convert`: a maze that was posted is written in another form, as it is.

use std::sync::Arc;

use axum::body::Body;
use axum::response::Response;
use axum::routing::{MethodRouter, post};

use super::maze::{Drawn, call, draw, fitted, read_call, shade};
use super::solve::{about_posted, on_sent, picture_between};
use crate::app::App;
use crate::problem::Problem;
use crate::request::body;
use crate::request::convert::ConvertRequest;
use crate::request::output::Resource;
use crate::response::answer::{Ask, answer};
use crate::response::body::Drawing;
use crate::work::cancel::Watch;
use crate::work::pool::Done;
use dedale::format::Format;

/// `/convert`
pub fn handler() -> MethodRouter<Arc<App>> {
    post(convert)
}

async fn convert(ask: Ask, body: Body) -> Result<Response, Problem> {
    let sent = read_call(&ask, |call| body::sent(call, Resource::Convert.groups())).await?;
    let with_request = |ask: &Ask, maze| Ok((ConvertRequest::read(call(ask), &maze)?, maze));
    // The memory for what was read is reserved until the answer begins.
    let Done { result: (request, maze), memory: _memory } = body::maze(&ask, sent, body, with_request).await?;
    let (job, written, form) = (request.task(&maze).admit(&ask.app.settings)?, request.written, maze.form());
    let coding = ask.coding(written.is_compressed());
    let subject = about_posted(&maze, written, coding);
    let work = move |watch: &mut Watch| {
        let scale = maze.scale();
        let (maze, sent) = maze.into_maze();
        let mut picture = picture_between(maze, &request.ends, form, watch)?;
        picture.head.scale = scale;
        if let (Format::Squares(_), Some(sent)) = (written.format, sent) {
            let drawing = on_sent(&sent, &picture.maze, &[], written.format);
            return Ok(Drawn { drawing: Some(drawing), outcome: None, seed: None });
        }
        let format = fitted(&picture, written.format)?;
        shade(&mut picture, format, watch)?;
        Ok(Drawn { drawing: Drawing::picture(picture, format), outcome: None, seed: None })
    };
    answer(&ask, subject, draw(&ask, job, coding, work)).await.map(|response| body::told(response, form))
}
