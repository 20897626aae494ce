//! The longest path through a routine, from its control flow: its worst-case cost, provided that every loop
//! has a bound.
//!
//! A routine is followed from its entry to every end: RTS, RTI, or a jump out of the program. Each called
//! routine is worked out once. Index registers are not tracked, so an indexed read from a table that does not
//! begin on a page boundary counts as crossing a page. Conditions are not tracked either: a path counts even
//! if its branches exclude each other. A return to an address that has been pushed is rejected. The result is
//! never too low, unless the program modifies its own code or its return address on the stack.

mod given;
mod legs;
mod loops;
mod pushed;
mod routine;
mod routines;
mod search;
mod show;
pub mod stack;

use std::sync::Arc;

pub use given::{Program, Unprovable};
pub use legs::{Leg, Longest};
pub use search::PathSearch;

/// The longest path of the routine at `entry`.
///
/// # Errors The first reason found why there is no proof.
pub fn longest(program: &Program, entry: u16) -> Result<Longest, Unprovable> {
    PathSearch::new(program).longest(entry).map(Arc::unwrap_or_clone)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::assembler::{MemoryFiles, Options, assemble};

    fn program(source: &str) -> (Program, u16) {
        let text = format!(" org $2000\n{source}\n");
        let files = MemoryFiles::one("a.asm", &text);
        let output = assemble(&files, "a.asm", &Options::default()).output.expect("assembles");
        let (start, end) = output.bounds().unwrap();
        let bytes = output.range(start, end, 0);
        let turns = output.loops.iter().map(|bound| (bound.address, bound.turns)).collect();
        let byte = |at: u16| bytes.get(usize::from(at.checked_sub(start)?)).copied();
        (Program::new(byte, turns), start)
    }

    fn analyse(source: &str) -> Result<Longest, Unprovable> {
        let (program, start) = program(source);
        longest(&program, start)
    }

    fn cycles(source: &str) -> u64 {
        analyse(source).unwrap().cycles
    }

    #[test]
    fn the_longer_side_of_a_branch_counts() {
        // 3 + (2 + lda abs 4) against 3 + 3, then rts
        assert_eq!(cycles(" lda 1\n beq a\n lda $1234\na rts"), 3 + 2 + 4 + 6);
    }

    #[test]
    fn a_loop_counts_its_turns_and_the_last_one_does_not_branch() {
        assert_eq!(cycles(" ldx #9\na dex\n .loop 9\n bne a\n rts"), 2 + 9 * 2 + 8 * 3 + 2 + 6);
    }

    #[test]
    fn loops_within_loops_multiply() {
        let source = " ldy #3\nb ldx #5\na dex\n .loop 5\n bne a\n dey\n .loop 3\n bne b\n rts";
        let inner = 2 + 5 * 2 + 4 * 3 + 2;
        assert_eq!(cycles(source), 2 + 3 * (inner + 2) + 2 * 3 + 2 + 6);
    }

    /// A common delay loop: all branches lead to one place.
    #[test]
    fn loops_that_begin_at_one_place_multiply() {
        let inner = 256 * 2 + 255 * 3 + 2;
        let source = "a dex\n .loop 256\n bne a\n dey\n .loop 10\n bne a\n rts";
        assert_eq!(cycles(source), 10 * (inner + 2) + 9 * 3 + 2 + 6);
        let three =
            "a dex\n .loop 256\n bne a\n dey\n .loop 10\n bne a\n nop\n dec $80\n .loop 7\n bne a\n rts";
        let middle = 10 * (inner + 2) + 9 * 3 + 2;
        assert_eq!(cycles(three), 7 * (middle + 2 + 5) + 6 * 3 + 2 + 6);
    }

    #[test]
    fn of_two_arms_that_lead_back_either_may_be_counted_within_the_other() {
        let source = "a dec $80\n beq b\n .loop 2\n jmp a\nb dec $81\n beq c\n .loop 3\n jmp a\nc rts";
        let (to_b, turn) = (5 + 3, 5 + 3 + 5 + 2 + 3);
        assert_eq!(cycles(source), (3 * 4 - 1) * turn + to_b + 5 + 3 + 6);
    }

    /// Only their author knows which of the two is the outer one.
    #[test]
    fn loops_that_overlap_turn_as_often_as_if_either_were_within_the_other() {
        let source = "a inc $80\nb dex\n .loop 5\n bne a\n ldx #5\n dey\n .loop 3\n bne b\n rts";
        let pass = 5 + 2 + 2 + 2 + 2;
        assert_eq!(cycles(source), (6 * 4 - 1) * (pass + 3) + pass + 2 + 6);
    }

    #[test]
    fn a_jump_back_is_taken_as_often_as_its_bound_says() {
        assert_eq!(cycles("a dex\n beq b\n .loop 3\n jmp a\nb rts"), 3 * (2 + 2 + 3) + 2 + 3 + 6);
    }

    /// A common form of `while`: the test is at the end, and a jump leads to it.
    #[test]
    fn a_loop_that_is_entered_at_its_test_goes_through_its_body_once_less() {
        let body = "b ldy #4\ni dey\n .loop 4\n bne i\n";
        let source = format!(" ldx #26\n jmp t\n{body}t dex\n .loop 26\n bne b\n rts");
        let inner = 2 + 4 * 2 + 3 * 3 + 2;
        assert_eq!(cycles(&source), 2 + 3 + 26 * 2 + 25 * (3 + inner) + 2 + 6);
        assert_eq!(cycles(" jmp t\nb inc $80\nt dex\n .loop 1\n bne b\n rts"), 3 + 2 + 2 + 6);
        let left = " jmp t\nb lda 2\n beq out\nt dex\n .loop 3\n bne b\nout rts";
        assert_eq!(cycles(left), 3 + 2 + 3 + 2 * (3 + 2 + 2 + 3) + 3 + 3 + 6);
        let far = " jmp t\nb\n :200 nop\nt dex\n .loop 3\n jne b\n rts";
        assert_eq!(cycles(far), 3 + 3 * 2 + 2 * (2 + 3 + 400) + 3 + 6);
        let far = " jmp t\nb ldy #4\ni dey\n :130 nop\n .loop 4\n jne i\nt dex\n .loop 26\n jne b\n rts";
        let inner = 2 + 4 * (2 + 260) + 3 * (2 + 3) + 3;
        assert_eq!(cycles(far), 3 + 26 * 2 + 25 * (2 + 3 + inner) + 3 + 6);
        let within = " jmp t\na jmp u\nb nop\nu dey\n .loop 3\n bne b\nt dex\n .loop 2\n bne a\n rts";
        assert_eq!(cycles(within), 3 + 2 + 3 + (3 + 3 * 2 + 2 * (3 + 2) + 2) + 2 + 2 + 6);
    }

    #[test]
    fn a_way_out_of_the_middle_counts_after_all_turns() {
        let source = " ldx #4\na lda 2\n beq out\n dex\n .loop 4\n bne a\n rts\nout nop\n nop\n rts";
        // The branch may have been taken each time it was reached.
        assert_eq!(cycles(source), 2 + 4 * (3 + 2 + 2 + 3) + 3 + 3 + 2 + 2 + 6);
    }

    #[test]
    fn a_loop_with_two_ways_back_turns_as_often_as_both_allow() {
        let source = "a lda 2\n .loop 3\n beq a\n lda $1234\n .loop 2\n bne a\n rts";
        assert_eq!(cycles(source), 3 * (3 + 2 + 4 + 3) + 3 + 2 + 4 + 2 + 6);
    }

    #[test]
    fn calls_count_with_what_they_call_and_tail_jumps_go_on() {
        assert_eq!(cycles(" jsr a\n jmp a\na nop\n rts"), 6 + 8 + 3 + 8);
    }

    #[test]
    fn an_indexed_read_may_cross_a_page_unless_the_table_begins_one() {
        assert_eq!(cycles(" lda $3001,x\n lda $3000,x\n sta $3001,x\n lda ($80),y\n rts"), 5 + 4 + 5 + 6 + 6);
    }

    #[test]
    fn a_jump_out_of_the_program_ends_it() {
        assert_eq!(cycles(" nop\n jmp $e462"), 5);
    }

    #[test]
    fn a_branch_behind_the_load_of_a_number_may_pass_over_what_is_pushed() {
        assert_eq!(cycles(" pha\n lda #0\n beq a\n pha\na pla\n rts"), 3 + 2 + 2 + 3 + 4 + 6);
    }

    #[test]
    fn what_is_pulled_before_a_return_need_not_have_been_pushed() {
        // The end of a vertical blank routine, and a return to the caller's caller.
        assert_eq!(cycles(" pla\n tay\n pla\n rti"), 4 + 2 + 4 + 6);
        assert_eq!(cycles(" pha\n pla\n pla\n pla\n rts"), 3 + 3 * 4 + 6);
    }

    #[test]
    fn what_cannot_be_proved_is_named_with_its_place() {
        let cases = [
            ("a dex\n bne a\n rts", Unprovable::Unbounded(0x2001)),
            ("b ldx #3\na dex\n .loop 3\n bne a\n beq b\n rts", Unprovable::Unbounded(0x2005)),
            ("b ldx #3\na dex\n .loop 3\n bne a\n jmp b", Unprovable::Unbounded(0x2005)),
            (" jmp t\nb ldy #4\ni dey\n .loop 4\n bne i\nt dex\n bne b\n rts", Unprovable::Unbounded(0x2009)),
            (" jmp t\nb\n .loop 4\n inc $80\nt dex\n bne b\n rts", Unprovable::Unbounded(0x2006)),
            (
                " jmp t\nb asl @\n bcc c\n .loop 4\n bne b\nc dex\nt dey\n .loop 4\n bne c\n bpl b\n rts",
                Unprovable::Unbounded(0x200C),
            ),
            (" jmp ($0200)", Unprovable::Indirect(0x2000)),
            (" jsr $e45c\n rts", Unprovable::CallsOutside(0x2000)),
            (" nop\n jsr $2000\n rts", Unprovable::Recursive(0x2001)),
            (" nop\n brk", Unprovable::Stops(0x2001)),
            (" pha\n pha\n rts", Unprovable::Unbalanced(0x2002)),
            (" pla\n pla\n pha\n pha\n rts", Unprovable::Unbalanced(0x2002)),
            (" beq a\n pha\na rts", Unprovable::Unbalanced(0x2003)),
            (" ldx $80\n txs\n rts", Unprovable::SetsStack(0x2002)),
            (" nop", Unprovable::RunsOutside(0x2001)),
            (" beq b\na nop\nb dex\n .loop 2\n bne a\n rts", Unprovable::TwoEntries(0x2003)),
            ("a dex\n .loop 3\n beq b\nc jmp a\nb nop\n beq c\n rts", Unprovable::Unbounded(0x2003)),
        ];
        for (source, reason) in cases {
            assert_eq!(analyse(source), Err(reason), "{source}");
        }
    }

    #[test]
    fn a_bound_at_a_branch_over_a_jump_is_that_of_the_jump() {
        assert_eq!(cycles("a dex\n .loop 3\n beq b\n jmp a\nb rts"), 2 * (2 + 2 + 3) + 2 + 3 + 6);
    }

    #[test]
    fn what_is_too_deep_is_refused_and_not_tried() {
        let nested = |loops: usize| analyse(&format!("a dex\n{} rts", " .loop 2\n jne a\n".repeat(loops)));
        assert!(nested(64).is_ok());
        assert_eq!(nested(65), Err(Unprovable::TooMuch(0x2000)));
        let calls = |levels: u32| {
            let routines: String = (0..levels).map(|at| format!("r{at} jsr r{}\n rts\n", at + 1)).collect();
            analyse(&format!("{routines}r{levels} rts"))
        };
        assert_eq!(calls(128).map(|found| found.cycles), Ok(128 * 12 + 6));
        assert_eq!(calls(129), Err(Unprovable::TooDeep(0x2000 + 128 * 4)));
    }

    #[test]
    fn what_is_proved_of_one_does_not_hang_on_those_before() {
        let callers = |statement: &str| format!(" {statement} body\n rts\n").repeat(1_500);
        let failing = format!("{} nop\n rts\nbody\n :5000 nop\n jmp ($0200)", callers("jsr"));
        let sharing = format!("{} nop\n rts\nbody\n :1200 nop\n rts", callers("jmp"));
        for (source, found) in
            [(failing, Err(Unprovable::Indirect(0x4AFA))), (sharing, Ok(3 + 2 * 1_200 + 6))]
        {
            let (program, start) = program(&source);
            let mut search = PathSearch::new(&program);
            for caller in 0..1_500 {
                assert_eq!(search.longest(start + 4 * caller).map(|found| found.cycles), found, "{caller}");
            }
            assert_eq!(search.longest(start + 4 * 1_500).map(|found| found.cycles), Ok(8));
        }
    }

    #[test]
    fn bounds_beyond_all_numbers_stay_there() {
        let found = cycles("a dex\n .loop [1<<63]-1\n beq a\n .loop [1<<63]-1\n bne a\n rts");
        assert_eq!(found, u64::MAX);
    }

    #[test]
    fn what_is_never_reached_leads_nowhere() {
        // beq $2004, dex, bne $2002, rts
        let bytes = [0xF0, 0x02, 0xCA, 0xD0, 0xFD, 0x60];
        let byte = |at: u16| bytes.get(usize::from(at.checked_sub(0x2000)?)).copied();
        let program = |turns| Program::new(byte, BTreeMap::from([(0x2003, turns)]));
        assert_eq!(longest(&program(0), 0x2002), Err(Unprovable::NeverEnds(0x2002)));
        assert_eq!(longest(&program(1), 0x2002).map(|found| found.cycles), Ok(2 + 2 + 6));
    }

    #[test]
    fn an_endless_loop_with_a_bound_never_ends() {
        assert_eq!(analyse("a nop\n .loop 2\n jmp a"), Err(Unprovable::NeverEnds(0x2000)));
    }

    #[test]
    fn the_legs_add_up_and_are_shown_by_label() {
        let found = analyse(" ldx #9\na dex\n .loop 9\n bne a\n jsr b\n rts\nb nop\n rts").unwrap();
        assert_eq!(found.legs.iter().map(Leg::cycles).sum::<u64>(), found.cycles);
        let name = |at: u16| match at {
            0x2000 => Some("first".to_string()),
            0x2009 => Some("b".to_string()),
            _ => None,
        };
        let expected = "    2  first\n   40  first+2, 8 turns of 5\n    4  first+2\n   14  call b\n    8    b\n    6  first+8\n";
        assert_eq!(found.describe(&name), expected);
    }
}
