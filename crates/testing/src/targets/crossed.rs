//! The fuzz target that crosses settings with schedules: choices first, then the page.

use crate::crossed::Case;
use crate::rng::Rng;
use tagspan_reference::Options;

/// How many bytes of the data choose settings, schedule, script and end.
const CHOICES: usize = 64;

pub(super) fn run(data: &[u8]) {
    let (choices, page) = data.split_at(data.len().min(CHOICES));
    if let Err(wrong) = Case::around(&mut Rng::of_bytes(choices), page.to_vec()).check() {
        panic!("{wrong}");
    }
}

/// The page with the first of all choices. The settings of a seed are in other terms.
pub(super) fn seed(page: &[u8], _: &Options) -> Option<Vec<u8>> {
    Some([&[0; CHOICES], page].concat())
}

/// A page that begins one of everything, with choices of all kinds.
pub(super) fn samples() -> Vec<Vec<u8>> {
    let page =
        b"<a b='&am\xC3\xA9' c=><!-- \x01 --><!DOCTYPE a><?b c><svg><title>&#1;</title><script></script>";
    let choices =
        |number: u8| (0..CHOICES as u8).map(move |index| index.wrapping_mul(number).wrapping_add(number));
    (1..128).step_by(2).map(|number| choices(number).chain(page.iter().copied()).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_choose_different_cases() {
        let cases: Vec<Case> = samples()
            .iter()
            .map(|sample| Case::around(&mut Rng::of_bytes(&sample[..CHOICES]), Vec::new()))
            .collect();
        let different =
            cases.iter().enumerate().filter(|(index, case)| !cases[..*index].contains(case)).count();
        assert!(different > 50, "only {different}");
        samples().iter().for_each(|sample| run(sample));
    }
}
