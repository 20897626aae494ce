//! Many games side by side. What a game is depends on the seed and its number alone; the order
//! of what comes out does not depend on how many run at a time.

use std::collections::{BTreeMap, VecDeque};
use std::error::Error;
use std::fmt;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::debug::cancel::CancelToken;
use crate::harness::open::{OpenError, Program};
use crate::machine::{Config, Machine};

/// Games that may be begun for each one that is played at a time, before the first of them has come out.
const GAMES_AHEAD: usize = 8;
/// What of all games may wait for being looked at.
const NEWS_WAITING: usize = 256;
/// Who waits for others asks whether to go on so often.
const LOOK: Duration = Duration::from_millis(50);

/// A part of a batch: the games whose number is `index` modulo `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// 1 to `of`.
    pub index: u64,
    /// Parts in all, of which there is one at least.
    pub of: u64,
}

impl Shard {
    /// Everything.
    pub const WHOLE: Shard = Shard { index: 1, of: 1 };

    fn parts(self) -> u64 {
        self.of.max(1)
    }

    /// The first game that is played; the others follow at a distance of `of`.
    fn first(self) -> u64 {
        self.index % self.parts()
    }
}

/// A program, and the machine that it runs on.
#[derive(Clone)]
pub struct Built {
    program: Arc<Program>,
    /// The machine, but for its power-on seed.
    config: Config,
}

impl fmt::Debug for Built {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Built").field("name", &self.program.name).field("config", &self.config).finish()
    }
}

impl Built {
    /// A program with the machine that it was opened for.
    ///
    /// # Errors
    /// As those of [`Program::config`].
    ///
    /// # Examples
    ///
    /// ```
    /// use front800::harness::batch::Built;
    /// use front800::harness::open::{Options, Program};
    ///
    /// let built = Built::new(Program::named("rasputitsa", Options::default())?)?;
    /// assert!(built.label("turn").is_some());
    /// assert_ne!(built.machine(1).hash(), built.machine(2).hash());
    /// # Ok::<(), front800::harness::open::OpenError>(())
    /// ```
    pub fn new(program: Program) -> Result<Self, OpenError> {
        Ok(Built { config: program.config()?, program: Arc::new(program) })
    }

    /// A machine switched on with this seed, with the program in it.
    pub fn machine(&self, seed: u64) -> Machine {
        self.program.switch_on_as(&Config { seed, ..self.config.clone() })
    }

    /// Machine cycles of a second.
    pub fn cycles_per_second(&self) -> f64 {
        self.config.video.millihertz() as f64 / 1000.0
    }

    /// The value of one of the program's labels.
    pub fn label(&self, name: &str) -> Option<u16> {
        self.program.label(name)
    }
}

/// Which games are played, and how many at a time.
#[derive(Clone, Copy, Debug)]
pub struct Runner {
    /// Games of the whole batch, numbered from 0.
    pub games: u64,
    /// Those of them to be played here.
    pub shard: Shard,
    /// So many of these have been played already: the others are left.
    pub played: u64,
    /// Threads.
    pub jobs: usize,
}

/// A game of a batch that came to nothing.
#[derive(Debug)]
pub struct BatchError<E> {
    /// Its number.
    pub game: u64,
    /// Why.
    pub error: E,
}

impl<E: fmt::Display> fmt::Display for BatchError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}: {}", self.game, self.error)
    }
}

impl<E: Error + 'static> Error for BatchError<E> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.error.source()
    }
}

/// What comes out of a game.
enum News<T, E> {
    Item(T),
    Failed(E),
    Ended,
    /// Its thread panics.
    Lost,
}

/// What comes out of games, by their numbers.
type Incoming<T, E> = Receiver<(u64, News<T, E>)>;

/// Tells of a game whose thread panics: nobody would wait for it in vain, and the panic reaches who runs the batch.
struct Lost<'a, T, E>(u64, &'a SyncSender<(u64, News<T, E>)>);

impl<T, E> Drop for Lost<'_, T, E> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            // If nobody listens any more, the batch ends anyway.
            let _ = self.1.send((self.0, News::Lost));
        }
    }
}

/// Where what comes out of a game goes; breaking ends the game.
pub type Watch<'a, T> = &'a mut dyn FnMut(T) -> ControlFlow<()>;

impl Runner {
    /// A whole batch.
    pub const fn whole(games: u64, jobs: usize) -> Self {
        Runner { games, shard: Shard::WHOLE, played: 0, jobs }
    }

    /// The numbers of the games played here, in order.
    pub fn numbers(&self) -> impl Iterator<Item = u64> + use<> {
        let (games, step) = (self.games, self.shard.parts());
        let first = step.checked_mul(self.played).and_then(|games| self.shard.first().checked_add(games));
        std::iter::successors(first, move |game| game.checked_add(step)).take_while(move |&game| game < games)
    }

    /// How many games are played here.
    pub fn count(&self) -> u64 {
        let all = self.games.saturating_sub(self.shard.first()).div_ceil(self.shard.parts());
        all.saturating_sub(self.played)
    }

    /// Plays the games, each by `play`. `watch` gets what comes out of one game after the other, in the order of their
    /// numbers; breaking ends the batch.
    ///
    /// # Errors
    /// The first game, by its number, that failed.
    ///
    /// # Panics
    /// If a game does, as soon as those before it have come out.
    pub fn run<T: Send, E: Send>(
        &self,
        play: impl Fn(u64, Watch<T>) -> Result<(), E> + Sync,
        watch: impl FnMut(u64, T) -> ControlFlow<()>,
    ) -> Result<(), BatchError<E>> {
        self.run_with(&CancelToken::default(), play, watch)
    }

    /// The same, as long as there is leave to go on: without it the batch ends as if `watch` had ended it.
    ///
    /// # Errors
    /// As those of [`Runner::run`]. It may be one that failed for want of leave.
    pub fn run_with<T: Send, E: Send>(
        &self,
        cancel: &CancelToken,
        play: impl Fn(u64, Watch<T>) -> Result<(), E> + Sync,
        watch: impl FnMut(u64, T) -> ControlFlow<()>,
    ) -> Result<(), BatchError<E>> {
        let jobs = usize::try_from(self.count()).unwrap_or(usize::MAX).clamp(1, self.jobs.max(1));
        let (hand_out, work) = channel();
        let (sender, receiver) = sync_channel(NEWS_WAITING);
        let (work, stopped) = (Mutex::new(work), AtomicBool::new(false));
        std::thread::scope(|scope| {
            let begin = |_| {
                let (sender, work, stopped, play) = (sender.clone(), &work, &stopped, &play);
                std::thread::Builder::new().spawn_scoped(scope, move || {
                    while let Some(game) = next_game(work) {
                        if !stopped.load(Ordering::Relaxed) {
                            play_game(game, play, &sender, stopped);
                        }
                    }
                })
            };
            // As many as there are to be had.
            let threads: Vec<_> = (0..jobs).map(begin).map_while(Result::ok).collect();
            assert!(!threads.is_empty(), "there is no thread to be had");
            drop(sender);
            let result = self.collect(jobs * GAMES_AHEAD, &hand_out, (&receiver, cancel), watch);
            // Threads that wait for work or to be heard end.
            stopped.store(true, Ordering::Relaxed);
            drop((hand_out, receiver));
            for thread in threads {
                thread.join().unwrap_or_else(|panic| resume_unwind(panic));
            }
            result
        })
    }

    /// Hands out games and gives what comes out to `watch`, in order.
    fn collect<T, E>(
        &self,
        ahead: usize,
        hand_out: &Sender<u64>,
        (receiver, cancel): (&Incoming<T, E>, &CancelToken),
        mut watch: impl FnMut(u64, T) -> ControlFlow<()>,
    ) -> Result<(), BatchError<E>> {
        let mut waiting: BTreeMap<u64, VecDeque<News<T, E>>> = BTreeMap::new();
        let mut numbers = self.numbers();
        let mut hand_out_some = |count| {
            // Nobody takes games any more only when all threads have panicked.
            numbers.by_ref().take(count).for_each(|game| {
                let _ = hand_out.send(game);
            });
        };
        hand_out_some(ahead);
        for game in self.numbers() {
            loop {
                let news = match waiting.get_mut(&game).and_then(VecDeque::pop_front) {
                    Some(news) => news,
                    None => match next_news(receiver, cancel) {
                        Some((from, news)) if from == game => news,
                        Some((from, news)) => {
                            waiting.entry(from).or_default().push_back(news);
                            continue;
                        }
                        None => return Ok(()),
                    },
                };
                match news {
                    News::Item(item) => {
                        if watch(game, item).is_break() {
                            return Ok(());
                        }
                    }
                    News::Failed(error) => return Err(BatchError { game, error }),
                    News::Ended => break,
                    News::Lost => return Ok(()),
                }
            }
            waiting.remove(&game);
            hand_out_some(1);
        }
        Ok(())
    }
}

/// How many games are played at a time, or lanes stepped, if nothing is said: as many as the computer has processors for us.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Does something with each of `items`, with `jobs` at a time at most. The threads stand ready for the next time: to begin them anew
/// would cost as much as a lane takes for a frame.
pub fn each<T: Send>(items: &mut [T], jobs: usize, act: impl Fn(usize, &mut T) + Sync) {
    each_with(items, jobs, &CancelToken::default(), act);
}

/// The same, as long as there is leave to go on: without it the items that are left are. The thread that calls asks, too, while others
/// work for it.
pub fn each_with<T: Send>(
    items: &mut [T],
    jobs: usize,
    cancel: &CancelToken,
    act: impl Fn(usize, &mut T) + Sync,
) {
    let jobs = jobs.min(processors()).min(items.len());
    let crew = if jobs > 1 { CREW.ready() } else { None };
    share(items, jobs, cancel, crew.as_deref(), act);
}

/// Has a crew do it; without one who calls does it alone.
fn share<T: Send>(
    items: &mut [T],
    jobs: usize,
    cancel: &CancelToken,
    crew: Option<&ThreadPool>,
    act: impl Fn(usize, &mut T) + Sync,
) {
    let items = Mutex::new(items.iter_mut().enumerate());
    // Whoever is done with an item takes the next one: some take longer than others.
    let take_some = || {
        while !cancel.is_cancelled()
            && let Some((n, item)) = next_item(&items)
        {
            act(n, item);
        }
    };
    let Some(crew) = crew else { return take_some() };
    let all = || (0..jobs).into_par_iter().with_max_len(1).for_each(|_| take_some());
    if !cancel.can_be_cancelled() {
        return crew.install(all);
    }
    crew.in_place_scope(|scope| {
        let (working, ended) = channel::<()>();
        scope.spawn(move |_| {
            let _working = working;
            all();
        });
        while ended.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
            // The caller's thread may be the only one in which the token notices.
            cancel.is_cancelled();
        }
    });
}

/// The next one, if nobody has panicked who took one.
fn next_item<I: Iterator>(items: &Mutex<I>) -> Option<I::Item> {
    items.lock().ok()?.next()
}

/// What comes next out of any game; none if nothing comes any more, or nobody waits for it.
fn next_news<T>(receiver: &Receiver<T>, cancel: &CancelToken) -> Option<T> {
    if !cancel.can_be_cancelled() {
        return receiver.recv().ok();
    }
    while !cancel.is_cancelled() {
        match receiver.recv_timeout(LOOK) {
            Err(RecvTimeoutError::Timeout) => {}
            news => return news.ok(),
        }
    }
    None
}

/// The threads of this process that stand ready.
static CREW: Crew = Crew(Mutex::new(None));

/// As many threads as there are processors for us, of a process: one that was split off from another has none of its threads.
struct Crew(Mutex<Option<(u32, Arc<ThreadPool>)>>);

impl Crew {
    /// The threads; none if there are none to be had.
    fn ready(&self) -> Option<Arc<ThreadPool>> {
        let process = std::process::id();
        let mut crew = self.0.lock().ok()?;
        if let Some((of, pool)) = &*crew
            && *of == process
        {
            return Some(Arc::clone(pool));
        }
        let pool = Arc::new(ThreadPoolBuilder::new().num_threads(processors()).build().ok()?);
        if let Some((_, others)) = crew.replace((process, Arc::clone(&pool))) {
            // Nobody is there to end.
            std::mem::forget(others);
        }
        Some(pool)
    }
}

/// The next game to be played, as soon as there is one; none when there will be no more.
fn next_game(work: &Mutex<Receiver<u64>>) -> Option<u64> {
    work.lock().ok()?.recv().ok()
}

fn play_game<T, E>(
    game: u64,
    play: impl Fn(u64, Watch<T>) -> Result<(), E>,
    sender: &SyncSender<(u64, News<T, E>)>,
    stopped: &AtomicBool,
) {
    let _lost = Lost(game, sender);
    let ended = play(game, &mut |item| {
        let sent = sender.send((game, News::Item(item))).is_ok();
        if sent && !stopped.load(Ordering::Relaxed) {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    // If nobody listens any more, nobody misses it.
    let _ = sender.send((game, ended.map_or_else(News::Failed, |()| News::Ended)));
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    #[test]
    fn the_shards_of_a_batch_are_its_games_each_once() {
        let shard = |index| Shard { index, of: 3 };
        let numbers =
            |index| Runner { shard: shard(index), ..Runner::whole(8, 1) }.numbers().collect::<Vec<_>>();
        assert_eq!([numbers(1), numbers(2), numbers(3)], [vec![1, 4, 7], vec![2, 5], vec![0, 3, 6]]);
        for games in 0..9 {
            for index in 1..=4 {
                let runner = Runner { shard: Shard { index, of: 4 }, ..Runner::whole(games, 1) };
                assert_eq!(runner.count(), runner.numbers().count() as u64, "{games} {index}");
                let rest = Runner { played: 1, ..runner };
                assert!(rest.numbers().eq(runner.numbers().skip(1)), "{games} {index}");
                assert_eq!(rest.count(), rest.numbers().count() as u64, "{games} {index}");
            }
        }
    }

    #[test]
    fn the_threads_stand_ready() {
        let crew = Crew(Mutex::new(None));
        let threads = crew.ready().unwrap();
        assert_eq!(threads.current_num_threads(), processors());
        assert!(Arc::ptr_eq(&threads, &crew.ready().unwrap()));
    }

    /// Whoever does it: a crew of three, or who calls.
    #[test]
    fn each_item_is_met_once_and_no_more_of_them_at_a_time_than_are_to_be() {
        let crew = ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        let tokens = [CancelToken::default(), CancelToken::new(|| false)];
        for (jobs, cancel) in (1..=4).flat_map(|jobs| tokens.each_ref().map(|cancel| (jobs, cancel))) {
            for count in [1, 2, 3, 12, 100] {
                let mut items: Vec<usize> = (0..count).collect();
                let (at_once, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
                share(&mut items, jobs, cancel, (jobs > 1).then_some(&crew), |n, item| {
                    most.fetch_max(at_once.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    assert_eq!(*item, n);
                    *item += 1000;
                    std::thread::yield_now();
                    at_once.fetch_sub(1, Ordering::SeqCst);
                });
                assert!(items.into_iter().eq(1000..1000 + count), "{jobs} {count}");
                assert!(most.into_inner() <= jobs, "{jobs} {count}");
            }
        }
    }

    /// A batch of more games than any memory holds numbers of can be begun and left.
    #[test]
    fn an_immense_batch_takes_no_room() {
        let runner = Runner::whole(u64::MAX, 4);
        let mut seen = Vec::new();
        let played = runner.run(
            |game, watch: Watch<u64>| {
                let _ = watch(game);
                Ok::<(), ()>(())
            },
            |game, item| {
                assert_eq!(game, item);
                seen.push(game);
                if game == 1000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        assert!(played.is_ok());
        assert_eq!(seen, (0..=1000).collect::<Vec<_>>());
        assert_eq!(runner.count(), u64::MAX);
    }

    #[test]
    fn games_that_wait_for_a_slow_one_are_few() {
        let begun = std::sync::atomic::AtomicU64::new(0);
        let gate = (Mutex::new(false), std::sync::Condvar::new());
        let played = Runner::whole(10_000, 2).run(
            |game, watch: Watch<u64>| {
                begun.fetch_add(1, Ordering::Relaxed);
                if game == 0 {
                    let open = gate.0.lock().unwrap();
                    let wait = std::time::Duration::from_millis(200);
                    drop(gate.1.wait_timeout_while(open, wait, |open| !*open).unwrap());
                    let _ = watch(begun.load(Ordering::Relaxed));
                }
                Ok::<(), ()>(())
            },
            |_, begun| {
                assert!(begun <= 2 * GAMES_AHEAD as u64, "{begun}");
                ControlFlow::Continue(())
            },
        );
        assert!(played.is_ok());
        assert_eq!(begun.into_inner(), 10_000);
    }

    #[test]
    fn the_first_game_that_fails_ends_the_batch() {
        let failed = Runner::whole(100, 3).run(
            |game, watch: Watch<u64>| {
                let _ = watch(game);
                if game % 10 == 7 { Err(game) } else { Ok(()) }
            },
            |_, _| ControlFlow::Continue(()),
        );
        let failed = failed.unwrap_err();
        assert_eq!((failed.game, failed.error), (7, 7));
    }

    /// With several threads, too, of which the others still wait for work.
    #[test]
    fn a_game_that_panics_ends_the_batch_with_its_panic() {
        for jobs in [1, 2, 5] {
            let mut seen = Vec::new();
            let played = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                Runner::whole(100, jobs).run(
                    |game, watch: Watch<u64>| {
                        assert_ne!(game, 3, "no game like this");
                        let _ = watch(game);
                        Ok::<(), ()>(())
                    },
                    |game, _| {
                        seen.push(game);
                        ControlFlow::Continue(())
                    },
                )
            }));
            let panic = played.unwrap_err();
            let message = panic.downcast_ref::<String>().map(String::as_str).unwrap_or_default();
            assert!(message.contains("no game like this"), "{jobs}: {message}");
            assert_eq!(seen, [0, 1, 2], "{jobs}");
        }
    }
}
