//! Metrics of the process from the operating system, under the names that Prometheus clients in all languages use.

use std::fmt;

use procfs::process::{LimitValue, Process};
use procfs::{ProcResult, boot_time_secs, page_size, ticks_per_second};
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;

/// The metrics of the process, which are read for each scrape.
#[derive(Debug)]
pub struct ProcessMetrics;

impl Collector for ProcessMetrics {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        // Values that cannot be read are left out.
        let Ok((cpu_seconds, gauges)) = read() else { return Ok(()) };
        let cpu = ConstCounter::new(cpu_seconds);
        let help = "Total user and system CPU time spent in seconds.";
        cpu.encode(encoder.encode_descriptor("process_cpu_seconds", help, None, cpu.metric_type())?)?;
        for (name, help, value) in gauges {
            let gauge = ConstGauge::new(value);
            gauge.encode(encoder.encode_descriptor(name, help, None, gauge.metric_type())?)?;
        }
        Ok(())
    }
}

/// The name of a gauge, its help text and its value.
type NamedGauge = (&'static str, &'static str, u64);

/// The CPU time in seconds, and the gauges.
fn read() -> ProcResult<(f64, [NamedGauge; 6])> {
    let process = Process::myself()?;
    let (stat, files) = (process.stat()?, process.fd_count()?);
    let max_files = match process.limits()?.max_open_files.soft_limit {
        LimitValue::Value(files) => files,
        LimitValue::Unlimited => i64::MAX as u64,
    };
    let start = boot_time_secs()? + stat.starttime / ticks_per_second();
    let gauges = [
        ("process_open_fds", "Number of open file descriptors.", files as u64),
        ("process_max_fds", "Maximum number of open file descriptors.", max_files),
        ("process_virtual_memory_bytes", "Virtual memory size in bytes.", stat.vsize),
        ("process_resident_memory_bytes", "Resident memory size in bytes.", stat.rss * page_size()),
        ("process_start_time_seconds", "Start time of the process since unix epoch in seconds.", start),
        ("process_threads", "Number of OS threads in the process.", stat.num_threads as u64),
    ];
    Ok(((stat.utime + stat.stime) as f64 / ticks_per_second() as f64, gauges))
}
