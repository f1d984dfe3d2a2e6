//! The program around the service: commands, flags, logging, and the operating system.

pub mod ask;
pub mod commands;
pub mod config;
pub mod health;
pub mod log;
pub mod system;
pub mod terminal;
mod watch;
