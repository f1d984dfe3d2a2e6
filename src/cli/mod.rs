//! The program around the service: flags, logging, operating system.

pub mod config;
pub mod health;
pub mod log;
pub mod system;
