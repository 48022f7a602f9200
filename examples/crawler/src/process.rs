//! The memory and the processor time of this process, as the system tells them.

use std::fs;

/// The limit of open files, if it is known; otherwise 256, which every system has at least.
pub(crate) fn most_files() -> usize {
    if cfg!(windows) {
        return usize::MAX;
    }
    let limits = fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let soft = limits.lines().find_map(|line| line.strip_prefix("Max open files")?.split_whitespace().next());
    match soft {
        Some("unlimited") => usize::MAX,
        soft => soft.and_then(|soft| soft.parse().ok()).unwrap_or(256),
    }
}

/// The most memory that it had, as the system says it.
pub(crate) fn peak_memory() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.map_or("unknown".to_owned(), |peak| peak.trim().to_owned())
}
