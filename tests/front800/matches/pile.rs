//! A small game that can be played from outside: from a pile of 21, two sides take one to three in turn; who
//! takes the last has won. The program thinks as long as it may, and takes what a random byte says.

use front800::harness::batch::Built;
use front800::harness::open::{File, Options, Program};
use front800::titles::MissingLabel;
use front800::titles::companion::{
    Companion, GameOptions, Label, OptionsError, Outcome, Peek, Poke, required,
};
use serde_json::{Value, json};

const SOURCE: &str = "
RTCLOK      = $14
RANDOM      = $d20a
            org $3000
action      .ds 1
computers   .ds 1
haste       .ds 1
think_limit .ds 2
refused_why .ds 1
byte_count  .ds 2
legal_count .ds 1
pile        .ds 1
side        .ds 1
taken       .ds 1
frames      .ds 1

            org $4000
bits        dta 1,2
title_wait  nop
            nop
            nop
            rts
action_wait nop
            nop
            nop
            rts
step_done   nop
            nop
            nop
            rts
step_refused nop
            nop
            nop
            rts

start       lda #0
            sta action
            lda #5
            sta think_limit
title       jsr title_wait
            lda action
            cmp #$ff
            bne title
        lda #21
            sta pile
            lda #0
            sta side
            sta taken
            sta action
            sta byte_count
            sta byte_count+1
            jsr step_done
turn        lda pile
            beq over
            ldx side
            lda bits,x
            and computers
            bne think
person      jsr action_wait
            lda action
            beq person
            cmp #4
            bcs refuse
            cmp pile
            beq take
            bcc take
refuse      lda #1
            sta refused_why
            lda #0
            sta action
            jsr step_refused
            jmp person

think       lda think_limit
            sta frames
frame       lda RTCLOK
tick        cmp RTCLOK
            beq tick
            dec frames
            bne frame
            inc byte_count
            lda RANDOM
            and #3
            bne some
            lda #1
some        cmp pile
            bcc take
            lda pile
take        sta taken
            lda pile
            sec
            sbc taken
            sta pile
            lda side
            eor #1
            sta side
            lda #0
            sta action
            jsr step_done
            jmp turn
over    jmp over

legal_list  lda pile
            cmp #3
            bcc few
            lda #3
few         sta legal_count
            rts
            run start
";

/// The program, built, and the machine it runs on.
pub fn program() -> Built {
    built(SOURCE)
}

/// The same with a line of its source replaced.
pub fn program_with(line: &str, by: &str) -> Built {
    assert!(SOURCE.contains(line), "{line}");
    built(&SOURCE.replace(line, by))
}

fn built(source: &str) -> Built {
    let program = Program::file(File::new("p.asm", source.as_bytes()), Options::default());
    program.and_then(Built::new).unwrap_or_else(|error| panic!("{error}"))
}

/// Where its variables are.
struct Pile {
    action: u16,
    pile: u16,
    side: u16,
    taken: u16,
    legal_count: u16,
}

pub fn find(label: Label) -> Result<Box<dyn Companion>, MissingLabel> {
    Ok(Box::new(Pile {
        action: required(label, "action")?,
        pile: required(label, "pile")?,
        side: required(label, "side")?,
        taken: required(label, "taken")?,
        legal_count: required(label, "legal_count")?,
    }))
}

impl Companion for Pile {
    fn sides(&self, _: &GameOptions) -> usize {
        2
    }

    fn options(&self, options: &GameOptions) -> Result<Vec<Poke>, OptionsError> {
        options.only(&[]).map(|()| Vec::new())
    }

    fn turn(&self, peek: Peek) -> usize {
        peek(self.side).into()
    }

    fn outcome(&self, peek: Peek) -> Option<Outcome> {
        let winner = 1 - usize::from(peek(self.side));
        (peek(self.pile) == 0).then(|| Outcome { winner: Some(winner), reason: "last".into() })
    }

    fn action(&self, text: &str, _: Peek) -> Option<Vec<Poke>> {
        Some(vec![(self.action, text.parse().ok()?)])
    }

    fn legal(&self, peek: Peek) -> Vec<String> {
        (1..=peek(self.legal_count)).map(|n| n.to_string()).collect()
    }

    fn actions(&self) -> Vec<String> {
        (1..=3).map(|n: u8| n.to_string()).collect()
    }

    fn state(&self, peek: Peek, legal: &[String]) -> Value {
        json!({"pile": peek(self.pile), "taken": peek(self.taken), "legal": legal})
    }

    fn refusal(&self, text: &str, why: Option<u8>, _: Peek, legal: &[String]) -> Value {
        let why = match why {
            None => "no action",
            Some(1) => "too many",
            Some(_) => "unknown",
        };
        json!({"refused": text, "why": why, "legal": legal})
    }

    fn view(&self, peek: Peek, legal: &[String]) -> Value {
        json!({"pile": peek(self.pile), "legal": legal})
    }
}
