//! Runs: one stretch passes several known lines in which nothing happens that the CPU could notice, and they are
//! processed only afterwards. [measured: 1.5 of 11 host instructions a machine cycle where nothing is shown]
//!
//! Lines that come out as before then need no processing of ANTIC's part [measured: 2.4 of 11 there]. If GTIA shows no
//! object in them, its part needs none either [measured: 2.5 of 16.2 where players move over a picture that stands];
//! otherwise GTIA is run.

use super::manner::Manner;
use super::pins::{FIRST_NMI, LINE_END, LONGEST_OVERRUN};
use super::stretch::Stretch;
use crate::machine::board::atari::{Atari, LINE, NEVER};
use crate::machine::board::bounds::NO_SLOT;
use crate::machine::board::kept_lines::WAYS;
use crate::machine::board::lengths::{LONGEST, LONGEST_RUN};
use crate::machine::board::run::{Awaited, Ends};

/// An upper bound on the length of a stretch in cycles, counted from the start of a line that it goes through.
const LONGEST_STRETCH: u64 = (LONGEST_RUN as u64 + 1) * LINE_END + LONGEST_OVERRUN;

/// Lines that have been passed at once.
struct Passed {
    /// The number of lines, and their slots.
    lines: u64,
    slots: i32,
    /// The place of the last one.
    last: usize,
    /// The place of the line after it, and the slots of that line.
    next: usize,
    next_slots: i32,
}

impl Atari {
    /// A stretch has ended before `slot`: adjusts how many lines the next run tries. A run that reached its end may be
    /// longer the next time, and so may one that ended with a wait for WSYNC into the next line.
    #[inline]
    pub(super) fn measure_run(&mut self, slot: i32, masked: bool, due: bool) {
        let lines = &mut self.run.lines[self.run.kind];
        let waits = self.rdy_low != NEVER && self.rdy_release > self.line_start + u64::from(LINE);
        if slot >= self.run.slots.min(self.run.interrupted_from) || waits {
            *lines = (2 * *lines).clamp(2, LONGEST_RUN as u64);
        } else if self.run.tries_lines && !due {
            // Handlers often run over the end of a line. [measured: 0.3 of 32 where samples are played]
            *lines = 1 + self.run.kind as u64;
        }
        (self.run.kind, self.run.tries_lines) = (usize::from(masked), false);
    }

    /// The number of lines, from the current one on, in which nothing outside ANTIC affects the CPU.
    #[inline]
    pub(super) fn undisturbed_lines(&self, target: u64, masked: bool) -> u64 {
        let undisturbed =
            if masked { target } else { target.min(self.irq_until.saturating_sub(LONGEST_OVERRUN)) };
        undisturbed.saturating_sub(self.line_start + 1) / u64::from(LINE)
    }

    /// Determines how many lines after the current one a quick stretch may go through: known, quiet lines in which
    /// nothing outside ANTIC affects the CPU. The current line is quiet, undisturbed and known. Returns the slot before
    /// which instructions of the run may begin.
    #[inline]
    pub(super) fn begin_run(&mut self, target: u64, masked: bool) -> i32 {
        let lines = self.run.lines[self.run.kind];
        if lines < 2 {
            // The previous run may have been a longer one, when no request was to come.
            self.run.slots = self.line_slots;
            return self.line_slots;
        }
        let behind = self.undisturbed_lines(target, masked).min(lines).saturating_sub(1) as usize;
        let line = self.current_line();
        let Atari { kept_lines, memory, frame, .. } = self;
        self.run.ends = Ends::new(line, self.line_slots);
        let ends = &mut self.run.ends;
        (self.run.slots, self.run.interrupted_from) =
            kept_lines.slots_behind(kept_lines.place, behind, *frame, memory, self.line_slots, ends);
        self.run.all_changes = self.memory.all_changes;
        self.run.tries_lines = true;
        if !masked && self.irq_until < self.line_start + lines * LINE_END {
            return self.go_to_request(behind + 1, target);
        }
        self.run.slots.min(self.run.interrupted_from)
    }

    /// [`Atari::begin_run`] for a run of up to `undisturbed` lines, the current one included, that are over before a
    /// request may come. If they and all lines up to the request are known, the run goes on up to the request.
    /// [measured: 0.7 of 12.8 host instructions a machine cycle in `disk`]
    #[cold]
    #[inline(never)]
    fn go_to_request(&mut self, undisturbed: usize, target: u64) -> i32 {
        let (until, limit) = (self.irq_until, self.run.slots.min(self.run.interrupted_from));
        let goes = target > until + LINE_END && limit == self.run.ends.end_of(undisturbed - 1);
        if goes { self.find_request(undisturbed, until - self.line_start).unwrap_or(limit) } else { limit }
    }

    /// The end of a stretch that begins in `slot` and runs quickly up to a request that may come in slot `requested`,
    /// in the current line or, if both are known and quiet, in the next one. Nothing else happens before slot
    /// `else_happens`.
    #[inline]
    pub(super) fn stretch_to_request(&mut self, slot: i32, requested: i32, else_happens: i32) -> Option<i32> {
        if requested == NO_SLOT || self.memory.noted.accesses {
            return None;
        }
        if requested < self.line_slots
            && let Some(from) = self.requested_from(slot, requested, else_happens, self.line_slots)
        {
            (self.run.interrupted_from, self.run.awaited) = (from, Awaited::Request);
            return Some(from);
        }
        if else_happens != NO_SLOT || !self.is_quiet() {
            return None;
        }
        let limit = match self.kept_lines.known {
            true if requested < self.line_slots => self.run_beyond_request(slot, requested),
            true => self.run_to_request(),
            false => self.rows_to_request(slot, requested),
        };
        limit.or_else(|| (requested >= self.line_slots).then(|| self.go_on_to_request_next()))
    }

    /// Lets a stretch in which nothing else happens go on to the end of the current line, though a request may come in
    /// the next one, of which no more is known. Compare [`Atari::goes_on_to_nmi_next`].
    #[inline(never)]
    fn go_on_to_request_next(&mut self) -> i32 {
        let cycle = self.irq_until.saturating_sub(self.line_start + LINE_END);
        let free = if cycle >= FIRST_NMI.into() { self.free_before_nmi_next() } else { 0 };
        self.await_request(self.line_slots + free)
    }

    /// The end of a stretch that goes up to a request, which may come in slot `requested` of the current line or the
    /// next, but no further than this line.
    fn await_request(&mut self, requested: i32) -> i32 {
        let from = requested + 2;
        (self.run.rows, self.run.slots) = (0, self.line_slots);
        (self.run.interrupted_from, self.run.awaited) = (from, Awaited::RequestNext);
        self.line_slots.min(from)
    }

    /// A stretch in the `quick` manner that begins in `slot` of the current line and goes up to a request, which may
    /// come in slot `requested` of this line or the next. Nothing else happens before, but a chip reads the bus at the
    /// end of the line: from the first of those cycles on the stretch keeps bus values.
    #[inline(never)]
    pub(super) fn seen_to_request(&mut self, slot: i32, requested: i32, quick: Manner) -> Option<Stretch> {
        let unseen = self.antic.plan().unwatched_slots? - LONGEST + 1;
        if slot > requested || requested == NO_SLOT || self.memory.noted.accesses || !self.is_quiet() {
            return None;
        }
        let end = match requested < self.line_slots {
            true => self.await_request(requested),
            false => self.go_on_to_request_next(),
        };
        if slot >= unseen {
            return Some(Stretch { slot, limit: end, manner: quick.keeping_bus() });
        }
        (self.run.bus_kept_from, self.run.line_end) = (Some(unseen), end);
        Some(Stretch { slot, limit: unseen.min(end), manner: quick })
    }

    /// A run from the current line, which is quiet and known, into the next, because a request may come so late that
    /// its sequence extends into that line.
    #[inline(never)]
    fn run_beyond_request(&mut self, slot: i32, requested: i32) -> Option<i32> {
        let Atari { kept_lines: kept, memory, frame, line_slots, .. } = &mut *self;
        let slots = *line_slots + kept.quiet_behind(kept.place, 1, *frame, memory)?.slots;
        let from = self.requested_from(slot, requested, NO_SLOT, slots)?;
        self.run.ends = Ends::new(self.current_line(), self.line_slots);
        self.run.ends.set(1, slots);
        (self.run.slots, self.run.all_changes) = (slots, self.memory.all_changes);
        (self.run.interrupted_from, self.run.awaited, self.run.is_free) = (from, Awaited::Request, true);
        Some(from)
    }

    /// A run from the current line, which is quiet and known, into the next, in which a request may come. Compare
    /// [`Atari::begin_run`].
    #[inline(never)]
    fn run_to_request(&mut self) -> Option<i32> {
        self.run.ends = Ends::new(self.current_line(), self.line_slots);
        (self.run.slots, self.run.all_changes) = (self.line_slots, self.memory.all_changes);
        let limit = self.find_request(1, self.irq_until - self.line_start)?;
        self.run.is_free = true;
        Some(limit)
    }

    /// Extends a run that ends with the current or the next line by one line, if all of them are known and the new one
    /// is quiet.
    pub(super) fn extend_run(&mut self) {
        if !self.kept_lines.known || self.run.rows != 0 {
            return;
        }
        let ends_here = self.run.slots == self.line_slots;
        if ends_here {
            self.run.ends = Ends::new(self.current_line(), self.line_slots);
            self.run.all_changes = self.memory.all_changes;
        }
        let Atari { kept_lines: kept, memory, frame, run, .. } = &mut *self;
        if let Some(line) = kept.quiet_behind(kept.place, 2 - usize::from(ends_here), *frame, memory) {
            run.slots += line.slots;
            run.ends.push(line.slots);
        }
    }

    fn find_request(&mut self, undisturbed: usize, until: u64) -> Option<i32> {
        let Atari { kept_lines: kept, memory, frame, antic, run, .. } = &mut *self;
        let (mut slots, mut ends) = (run.slots, run.ends);
        // The line in which the request may come.
        let (requested, cycle) = ((until / LINE_END) as usize, (until % LINE_END) as u32);
        for number in undisturbed..requested {
            slots += kept.quiet_behind(kept.place, number, *frame, memory)?.slots;
            ends.set(number, slots);
        }
        let line = kept.quiet_behind(kept.place, requested, *frame, memory)?;
        let at = slots + antic.known_plan(line.plan)?.slot_at(cycle);
        slots += line.slots;
        ends.set(requested, slots);
        // It may come so late that its sequence extends into the next line.
        if at + 2 + LONGEST > slots
            && requested + 1 < LONGEST_RUN
            && let Some(next) = kept.quiet_behind(kept.place, requested + 1, *frame, memory)
        {
            slots += next.slots;
            ends.set(requested + 1, slots);
        }
        // The run ends before its last line does, so it is no measure of how many lines to try.
        (run.slots, run.ends, run.tries_lines) = (slots, ends, false);
        match self.requested_from(at, at, NO_SLOT, slots) {
            Some(from) => {
                (self.run.interrupted_from, self.run.awaited) = (from, Awaited::Request);
                Some(from)
            }
            None => Some(at - LONGEST + 1),
        }
    }

    /// Passes the lines that end at least `margin` slots before `slot`, as long as they come out as before and need no
    /// processing. `slot` is in a later line whose cycle 0 is over. Returns its number within the line that is the
    /// current one then.
    ///
    /// A line whose memory has not changed, and which follows the same line as before, does what it did. So all that
    /// has to be known of ANTIC's state is that the first line begins as it was kept. GTIA does nothing if it shows no
    /// objects and its registers are not written to; otherwise it is run.
    #[inline]
    pub(super) fn pass_steady_lines(&mut self, slot: i32, margin: i32) -> i32 {
        let kept = &self.kept_lines;
        if !kept.known || kept.written {
            return slot;
        }
        self.pass_lines_as_before(slot, margin)
    }

    #[inline(never)]
    fn pass_lines_as_before(&mut self, slot: i32, margin: i32) -> i32 {
        let (kept, frame, changed) = (&self.kept_lines, self.frame, self.memory.changed_of_late());
        let begins_as_kept = kept.lines[kept.place].as_ref().is_some_and(|line| {
            line.begins_with(kept.held_id, kept.held.last_byte) && line.is_steady(frame, changed)
        });
        if !begins_as_kept {
            return slot;
        }
        let room = slot - margin;
        let passed = if self.gtia.is_plain_on() {
            let look = self.drawing.then(|| self.gtia.look());
            self.pass_while(room, |Atari { kept_lines: kept, memory, .. }, place| {
                kept.pass_plain(place, frame, changed, look.as_ref(), memory)
            })
        } else {
            self.pass_while(room, Atari::pass_with_objects)
        };
        let Some(passed) = passed else { return slot };
        self.begin_passed(&passed);
        self.tracked.end_lines(passed.slots);
        self.cpu_cycles = self.cpu_cycles.wrapping_add(passed.slots as u64);
        self.line_slots = passed.next_slots;
        self.run.pass(passed.slots, passed.next_slots);
        slot - passed.slots
    }

    /// Passes lines from the current one on as long as they end before slot `room` and `pass` succeeds. `pass` takes
    /// the place of a line and returns the place and the slots of the line that followed.
    #[inline(always)]
    fn pass_while(
        &mut self,
        room: i32,
        pass: impl Fn(&mut Self, usize) -> Option<(usize, i32)>,
    ) -> Option<Passed> {
        let (next, next_slots) = (self.kept_lines.place, self.line_slots);
        let mut passed = Passed { last: next, lines: 0, slots: 0, next, next_slots };
        while room - passed.slots > passed.next_slots
            && let Some((next, next_slots)) = pass(self, passed.next)
        {
            let (lines, slots) = (passed.lines + 1, passed.slots + passed.next_slots);
            passed = Passed { last: passed.next, lines, slots, next, next_slots };
        }
        (passed.lines > 0).then_some(passed)
    }

    /// Passes the line at `place` although it shows objects, or may do so: GTIA is run. [measured: 1.0 of 20.5 host
    /// instructions a machine cycle in `objects`, 0.5 of 9.9 in `players`]
    #[inline(never)]
    fn pass_with_objects(&mut self, place: usize) -> Option<(usize, i32)> {
        let Atari { kept_lines: kept, memory, gtia, frame, .. } = self;
        let line = kept.line(place)?;
        let (missiles, players) = (line.missiles(), line.players()?);
        let follower = kept.next_with_objects(place, *frame, gtia.gractl(), memory)?;
        let number = (place / WAYS) as u16;
        if let Some(missiles) = missiles {
            gtia.load_missiles(number, missiles);
        }
        if let Some(players) = players {
            gtia.load_players(number, players);
        }
        kept.place = place;
        let line = kept.line(place)?;
        line.used = true;
        line.pass_in(*frame);
        self.run_gtia(number);
        Some(follower)
    }

    /// After lines have been passed, makes the next one the current one for ANTIC.
    fn begin_passed(&mut self, passed: &Passed) {
        let kept = &mut self.kept_lines;
        let Some(line) = kept.lines[passed.next].as_deref_mut() else { return };
        let number = (passed.next / WAYS) as u16;
        (kept.before, kept.ahead, kept.place, kept.held_id) =
            (Some(passed.last), Some(number), passed.next, line.held[0]);
        let (plan, reads, missiles) = (line.plan, line.reads, line.missiles());
        kept.held.last_byte = line.start.held().last_byte;
        if !self.antic.recall_plan(plan) {
            // Another plan has taken its place.
            self.catch_up_antic();
            self.antic.plan_again();
        }
        self.mark(reads);
        self.forget_ahead();
        self.quiet = Some(true);
        self.line_start += passed.lines * u64::from(LINE);
        self.cycle = 0;
        if let Some(missiles) = missiles {
            self.gtia.load_missiles(number, missiles);
        }
    }

    /// Whether a run through known lines is over because something that they depend on has changed.
    #[inline]
    pub(super) fn has_left_run(&self) -> bool {
        self.run.slots != self.line_slots
            && self.run.rows == 0
            && (!self.kept_lines.known || self.memory.all_changes != self.run.all_changes)
    }

    /// Whether an access with side effects has ended a run through known lines. To be called even if something else
    /// ends the stretch: otherwise the next one would go on as far as the run.
    #[inline]
    pub(super) fn leaves_run(&mut self) -> bool {
        let over = self.has_left_run();
        if over {
            self.run.slots = self.line_slots;
        }
        over
    }

    /// Whether the request line is low, was low when last sampled, or may go low before the present stretch is over.
    #[inline]
    pub(super) fn requests_soon(&self) -> bool {
        self.irq_low || self.sampler.irq() || self.irq_until < self.line_start + LONGEST_STRETCH
    }

    /// The I flag has been cleared. Returns whether the request line has to be checked before the stretch continues;
    /// then what was known about lines after the current one is discarded, too.
    #[inline]
    pub(super) fn unmask_run(&mut self) -> bool {
        // A stretch that began unmasked ends anyway where a request may come.
        let looks = std::mem::take(&mut self.run.masked) && self.requests_in_run();
        if looks {
            (self.run.rows, self.run.slots) = (0, self.line_slots);
        }
        looks
    }

    /// [`Atari::requests_soon`], for the actual length of the present stretch. [measured: 1.8 of 35.8 host instructions
    /// a machine cycle in a kernel that masks a timer's requests in its waits]
    #[inline]
    fn requests_in_run(&self) -> bool {
        let end = match self.run.rows {
            0 if self.run.slots > self.line_slots => LONGEST_STRETCH,
            rows => u64::from(rows + 1) * LINE_END + LONGEST_OVERRUN,
        };
        self.irq_low || self.sampler.irq() || self.irq_until < self.line_start + end
    }
}
