//! The priority circuit: what is visible where objects and playfields meet. [sheet: gtia 5]

/// PRIOR bits 5:0, which determine it.
pub(super) const PRIORITY: u8 = 0x3F;
/// Bits of a selection, in the order of the colour registers from COLPM0 on.
pub(super) const PLAYFIELD_3: u16 = 1 << 7;
const BACKGROUND: u16 = 1 << 8;
/// The most colour registers that drive a clock.
pub(super) const MOST_SELECTED: usize = 4;

/// Selections for one value of PRIOR, indexed by the active players (bits 0 to 3) and playfields (bits 4 to 7). Several
/// selected registers are ORed; no register gives black.
pub(super) type Selections = [u16; 256];

static SELECTIONS: [Selections; 32] = all_selections();

/// The table for a value of PRIOR, of which bits 3:0 (priority) and 5 (multicolour) count.
pub(super) fn selections(prior: u8) -> &'static Selections {
    &SELECTIONS[usize::from(prior & 0x0F | prior >> 1 & 0x10)]
}

const fn all_selections() -> [Selections; 32] {
    let mut tables = [[0; 256]; 32];
    let mut key = 0;
    while key < 32 {
        let mut active = 0;
        while active < 256 {
            tables[key][active] = select(key as u8 & 0x0F, key & 0x10 != 0, active as u8);
            active += 1;
        }
        key += 1;
    }
    tables
}

/// The equations; all lines are active high.
const fn select(pr: u8, multicolour: bool, active: u8) -> u16 {
    let (pr0, pr1, pr2, pr3) = (pr & 1 != 0, pr & 2 != 0, pr & 4 != 0, pr & 8 != 0);
    let (p0, p1, p2, p3) = (active & 1 != 0, active & 2 != 0, active & 4 != 0, active & 8 != 0);
    let (pf0, pf1) = (active & 0x10 != 0, active & 0x20 != 0);
    let (pf2, pf3) = (active & 0x40 != 0, active & 0x80 != 0);
    let (p01, p23, pf01, pf23) = (p0 || p1, p2 || p3, pf0 || pf1, pf2 || pf3);

    // Playfields 0 and 1 meet playfield 3 only as the fifth player, which beats them even
    // where PF0 and PF1 are above the players and those above PF3. [sheet: gtia 5]
    if pr == 0x08 && pf01 && pf3 && (p01 || p23) {
        return PLAYFIELD_3;
    }
    let front_players_hidden = pf01 && (pr2 || pr3) || pf23 && pr2;
    let back_players_hidden = p01 || pf23 && (pr1 || pr2) || pf01 && !pr0;
    let back_playfields_hidden = p23 && (pr0 || pr3) || p01 && !pr2;
    let pf3_selected = pf3 && !back_playfields_hidden;
    let front_playfields_hidden = p23 && pr0 || p01 && (pr0 || pr1) || pf3_selected;

    (p0 && !front_players_hidden) as u16
        | ((p1 && !front_players_hidden && (!p0 || multicolour)) as u16) << 1
        | ((p2 && !back_players_hidden) as u16) << 2
        | ((p3 && !back_players_hidden && (!p2 || multicolour)) as u16) << 3
        | ((pf0 && !front_playfields_hidden) as u16) << 4
        | ((pf1 && !front_playfields_hidden) as u16) << 5
        | ((pf2 && !back_playfields_hidden && !pf3_selected) as u16) << 6
        | if pf3_selected { PLAYFIELD_3 } else { 0 }
        | if active == 0 { BACKGROUND } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    const P01: &[u8] = &[0x01, 0x02];
    const P23: &[u8] = &[0x04, 0x08];
    const PF01: &[u8] = &[0x10, 0x20];
    const PF23: &[u8] = &[0x40, 0x80];
    const BOTH_P: &[u8] = &[0x05, 0x06, 0x09, 0x0A];

    fn check(name: &str, playfields: &[u8], players: &[u8], prior: u8, expected: char) {
        for pf in playfields {
            for p in players {
                let selected = selections(prior)[usize::from(pf | p)];
                let want = match expected {
                    'B' => 0,
                    'f' => u16::from(*pf),
                    'p' => u16::from(p & 3),
                    _ => u16::from(p & 0x0C),
                };
                assert_eq!(selected, want, "{name}, PRIOR {prior:04b}, active {:08b}", pf | p);
            }
        }
    }

    /// B: black; f: playfield; p: player 0 or 1; q: player 2 or 3.
    #[test]
    fn conflicting_priorities_give_the_layers_or_black_of_the_table() {
        let priors = [3, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15];
        let both = [P01, BOTH_P].concat();
        let rows: [(&str, &[u8], &[u8], &str); 5] = [
            ("PF01+P01(+P23)", PF01, &both, "pBBBBBBfBBB"),
            ("PF01+P23", PF01, P23, "qqfqqfqfqfq"),
            ("PF23+P01", PF23, P01, "pfffpppffff"),
            ("PF23+P23", PF23, P23, "BBfBqBBBBBB"),
            ("PF23+P01+P23", PF23, BOTH_P, "pBfBpppBBBB"),
        ];
        for (name, playfields, players, outcomes) in rows {
            for (prior, expected) in priors.into_iter().zip(outcomes.chars()) {
                check(name, playfields, players, prior, expected);
            }
        }
    }

    #[test]
    fn legal_priorities_order_the_layers_as_documented() {
        let orders: [(u8, [u8; 8]); 4] = [
            (1, [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80]),
            (2, [0x01, 0x02, 0x10, 0x20, 0x40, 0x80, 0x04, 0x08]),
            (4, [0x10, 0x20, 0x40, 0x80, 0x01, 0x02, 0x04, 0x08]),
            (8, [0x10, 0x20, 0x01, 0x02, 0x04, 0x08, 0x40, 0x80]),
        ];
        for (prior, order) in orders {
            for active in 1..=255u8 {
                if (active & 0xF0).count_ones() > 1 {
                    continue;
                }
                let top = order.into_iter().find(|layer| active & layer != 0).unwrap_or(0);
                assert_eq!(selections(prior)[usize::from(active)], u16::from(top), "{prior} {active:08b}");
            }
            assert_eq!(selections(prior)[0], BACKGROUND);
        }
    }

    #[test]
    fn the_fifth_player_beats_playfields_0_to_2_in_every_legal_priority() {
        for prior in [1, 2, 4, 8] {
            for pf in [0x10, 0x20, 0x40] {
                assert_eq!(selections(prior)[0x80 | pf], PLAYFIELD_3);
            }
        }
        assert_eq!(selections(8)[0x91], PLAYFIELD_3, "PF0, P0 and P5 with PRIOR 1000");
    }

    #[test]
    fn priority_0_mixes_and_hides_by_the_equations() {
        let table = selections(0);
        assert_eq!(table[0x11], 0x11, "PF0 and P0 mix");
        assert_eq!(table[0x48], 0x48, "PF2 and P3 mix");
        assert_eq!(table[0x05], 0x01, "P2 vanishes under P0");
        assert_eq!(table[0x14], 0x10, "P2 vanishes under PF0");
        assert_eq!(table[0x41], 0x01, "PF2 vanishes under P0");
    }

    #[test]
    fn no_more_registers_drive_a_clock_than_there_is_room_for() {
        let selected = SELECTIONS.iter().flatten().map(|selected| selected.count_ones());
        assert!(selected.max() <= Some(MOST_SELECTED as u32));
    }

    #[test]
    fn multicolour_lets_both_players_of_a_pair_through() {
        assert_eq!(selections(0x21)[0x03], 0x03);
        assert_eq!(selections(0x21)[0x0C], 0x0C);
        assert_eq!(selections(0x01)[0x03], 0x01);
    }
}
