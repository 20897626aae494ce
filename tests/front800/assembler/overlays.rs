//! Budgets and bounds of loops where other bytes are loaded over them.

use super::messages;

fn check(text: &str, expected: &str) {
    assert_eq!(messages(text).trim_end(), expected, "{text}");
}

#[test]
fn a_budget_is_not_proved_of_what_is_loaded_over_the_procedure() {
    let init = ".proc init\n .budget 20\n ldx #0\nl inx\n .loop 256\n bne l\n rts\n.endp\n ini init\n";
    check(
        &format!(" org $2000\n{init} org $2000\n.proc main\n .budget 6\n rts\n.endp\n"),
        "t.asm:2:1: error: the budget of `init` cannot be proved: other bytes are loaded over it \
         (only code that is not replaced can have a budget: give it its own addresses)",
    );
    // Beside it, and over its data, they may lie.
    let with_data = init.replace("budget 20", "budget 1287").replace(".endp", "d dta 1\n.endp");
    check(&format!(" org $2000\n{with_data} org $2006\n dta 2\n"), "");
}

#[test]
fn a_bound_ends_with_the_branch_that_it_stood_at() {
    let turning = |bound: &str| format!(" ldx #0\nl inx\n{bound} bne l\n rts\n.endp\n");
    let init = format!(".proc init\n{} ini init\n", turning(" .loop 2\n"));
    let main = |bound: &str| format!(".proc main\n .budget 1300\n{}", turning(bound));
    check(
        &format!(" org $2000\n{init} org $2000\n{}", main("")),
        "t.asm:11:1: error: the budget of `main` cannot be proved: a loop continues from here without `.loop` \
         (declare before the branch how often the loop's body runs, as in `.loop 8`)",
    );
    let first = format!(".proc main\n .budget 1300\n{}", turning(" .loop 256\n"));
    check(
        &format!(
            " org $3000\n{first} org $2000\n{init} org $2000\n{}",
            main(" .loop 256\n").replace("main", "other")
        ),
        "",
    );
}
