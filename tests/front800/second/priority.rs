//! Priority in the model: which colours are shown where players, missiles and playfields meet. [sheet: gtia 5]

/// What is there in a clock. Bit n of players is player n with its missile, and so on.
#[derive(Clone, Copy)]
pub struct Present {
    pub players: u8,
    pub playfields: u8,
}

// The colour registers are COLPM0 to COLPM3, COLPF0 to COLPF3 and COLBK. [sheet: gtia 1]
pub const COLPF1: usize = 5;
pub const COLPF3: usize = 7;
pub const COLBK: usize = 8;

/// The OR of the colours that the sheet's equations select. [sheet: gtia 5]
pub fn colour(present: Present, prior: u8, colours: &[u8; 9]) -> u8 {
    if present.players == 0 && present.playfields == 0 {
        return colours[COLBK];
    }
    let selected = select(present, prior);
    (0..8).filter(|&n| selected[n]).fold(0, |colour, n| colour | colours[n])
}

/// Which of the colours of players 0 to 3 and playfields 0 to 3 are selected.
#[expect(clippy::nonminimal_bool, reason = "the equations are as the sheet has them")]
fn select(present: Present, prior: u8) -> [bool; 8] {
    let [p0, p1, p2, p3] = [0, 1, 2, 3].map(|n| present.players >> n & 1 != 0);
    let [pf0, pf1, pf2, pf3] = [0, 1, 2, 3].map(|n| present.playfields >> n & 1 != 0);
    let [pr0, pr1, pr2, pr3] = [0, 1, 2, 3].map(|n| prior >> n & 1 != 0);
    let multicolour = prior & 0x20 != 0;
    let (p01, p23, pf01, pf23) = (p0 || p1, p2 || p3, pf0 || pf1, pf2 || pf3);

    // "With 1000, PF01 + player + P5 shows PF3."
    let is_fifth_over_all = prior & 15 == 8 && pf01 && pf3 && (p01 || p23);
    if is_fifth_over_all {
        return [false, false, false, false, false, false, false, true];
    }
    let p01_shows = !(pf01 && (pr2 || pr3)) && !(pf23 && pr2);
    let p23_shows = !p01 && !(pf23 && (pr1 || pr2)) && !(pf01 && !pr0);
    let pf23_shows = !(p23 && (pr0 || pr3)) && !(p01 && !pr2);
    let sel_pf3 = pf3 && pf23_shows;
    let pf01_shows = !(p23 && pr0) && !(p01 && (pr0 || pr1)) && !sel_pf3;
    [
        p0 && p01_shows,
        p1 && p01_shows && (!p0 || multicolour),
        p2 && p23_shows,
        p3 && p23_shows && (!p2 || multicolour),
        pf0 && pf01_shows,
        pf1 && pf01_shows,
        pf2 && pf23_shows && !sel_pf3,
        sel_pf3,
    ]
}
