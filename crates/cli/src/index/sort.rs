//! Lines in the order of their bytes, sorted in parts that go to temporary files: memory does not grow with the index.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Seek, Write};
use std::mem;

/// The bytes of lines that are sorted in memory.
const MEMORY: usize = 64 << 20;

/// The files that are merged to one, so that not too many are open.
const FILES: usize = 32;

/// Takes whole lines, and writes them to `out` in order, each once.
pub(super) struct Sorter {
    /// Whole lines, and where each ends.
    lines: Vec<u8>,
    ends: Vec<usize>,
    memory: usize,
    /// Files of sorted lines, by how often their lines were merged: less than [`FILES`] of each.
    sorted: Vec<Vec<File>>,
}

impl Sorter {
    pub(super) fn new() -> Self {
        Sorter::within(MEMORY)
    }

    /// With so many bytes of memory.
    fn within(memory: usize) -> Self {
        Sorter { lines: Vec::new(), ends: Vec::new(), memory, sorted: Vec::new() }
    }

    /// Writes all lines.
    pub(super) fn finish(mut self, out: &mut impl Write) -> io::Result<()> {
        if self.sorted.is_empty() {
            return self.write_sorted(out);
        }
        self.spill()?;
        merge(self.sorted.into_iter().flatten().collect(), out)
    }

    fn write_sorted(&mut self, out: &mut impl Write) -> io::Result<()> {
        let (lines, ends) = (mem::take(&mut self.lines), mem::take(&mut self.ends));
        let starts = [0].into_iter().chain(ends.iter().copied());
        let mut sorted: Vec<_> = starts.zip(&ends).map(|(start, &end)| &lines[start..end]).collect();
        sorted.sort_unstable();
        sorted.dedup();
        sorted.into_iter().try_for_each(|line| out.write_all(line))
    }

    /// Moves what is in memory to a file, and merges files where there are many.
    fn spill(&mut self) -> io::Result<()> {
        let mut file = written(|out| self.write_sorted(out))?;
        for level in 0.. {
            if self.sorted.len() == level {
                self.sorted.push(Vec::new());
            }
            self.sorted[level].push(file);
            if self.sorted[level].len() < FILES {
                break;
            }
            let files = mem::take(&mut self.sorted[level]);
            file = written(|out| merge(files, out))?;
        }
        Ok(())
    }
}

impl Write for Sorter {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if !self.lines.is_empty() && self.lines.len() + line.len() > self.memory {
            self.spill()?;
        }
        self.lines.extend_from_slice(line);
        let ends = line.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        let start = self.lines.len() - line.len();
        self.ends.extend(ends.map(|(at, _)| start + at + 1));
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A temporary file with what is written, at its start again.
fn written(write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> io::Result<File> {
    let mut out = BufWriter::new(tempfile::tempfile()?);
    write(&mut out)?;
    let mut file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.rewind()?;
    Ok(file)
}

/// Merges files of sorted lines.
fn merge(files: Vec<File>, out: &mut impl Write) -> io::Result<()> {
    let mut readers: Vec<_> = files.into_iter().map(BufReader::new).collect();
    let mut next = BinaryHeap::new();
    for (index, reader) in readers.iter_mut().enumerate() {
        let mut line = Vec::new();
        if reader.read_until(b'\n', &mut line)? > 0 {
            next.push(Reverse((line, index)));
        }
    }
    let mut last = Vec::new();
    while let Some(Reverse((mut line, index))) = next.pop() {
        if line != last {
            out.write_all(&line)?;
            last.clone_from(&line);
        }
        line.clear();
        if readers[index].read_until(b'\n', &mut line)? > 0 {
            next.push(Reverse((line, index)));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_sorted_in_any_memory() -> io::Result<()> {
        let lines: Vec<_> =
            (0..3000_u32).map(|number| format!("{}\n", number.wrapping_mul(2654435761) % 2000)).collect();
        let mut expected = lines.clone();
        expected.sort();
        expected.dedup();
        for memory in [1, 30, 1000, 1 << 20] {
            let mut sorter = Sorter::within(memory);
            for two in lines.chunks(2) {
                sorter.write_all(two.concat().as_bytes())?;
            }
            let mut sorted = Vec::new();
            sorter.finish(&mut sorted)?;
            assert_eq!(String::from_utf8_lossy(&sorted), expected.concat(), "{memory}");
        }
        Ok(())
    }
}
