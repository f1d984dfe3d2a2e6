//! Generates the client from the file that `OPENAPI` names, into `src/api`.

use std::error::Error;
use std::{env, fs};

use openapi_to_rust::config::{BuildersSection, ClientSection};
use openapi_to_rust::{CodeGenerator, GeneratorConfig, SchemaAnalyzer};

const OPERATIONS: [&str; 6] = [
    "generateMazeJson",
    "generateMazeText",
    "generateMazePng",
    "solveNewMazeJson",
    "solvePostedMaze",
    "checkSolution",
];

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::var("OPENAPI")?;
    println!("cargo::rerun-if-changed={path}");
    let description = serde_yaml::from_str::<serde_json::Value>(&fs::read_to_string(path)?)?;
    let mut analysis = SchemaAnalyzer::new(description)?.analyze()?;
    let generator = CodeGenerator::new(GeneratorConfig {
        output_dir: "src/api".into(),
        enable_async_client: true,
        enable_sse_client: false,
        tracing_enabled: false,
        builders: BuildersSection { enabled: true, threshold: 0 },
        client: Some(ClientSection { operations: OPERATIONS.map(String::from).to_vec(), prune_models: true }),
        ..GeneratorConfig::default()
    });
    let generated = generator.generate_all(&mut analysis)?;
    generator.write_files(&generated)?;
    Ok(())
}
