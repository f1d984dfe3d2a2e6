//! The program around the service: flags, log, system.

pub mod config;
pub mod health;
pub mod log;
pub mod system;
