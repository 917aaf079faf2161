//! The simulation: events in the order of their times.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap};

use flakekit::lease::pauses::MAX_ANSWER_MS;
use flakekit::lease::{Held, SeatId};

use crate::attempts::{Attempts, Next, Outcome};
use crate::figures::{Counts, Figures};
use crate::random::Random;
use crate::scenario::{End, Event, SECOND, Scenario};
use crate::store::{Answer, Call, Micros, Store};

/// `maxWait` of `lease`.
const MAX_WAIT: Micros = 30 * SECOND;

/// A process.
#[derive(Debug)]
struct Process {
    attempts: Attempts,
    /// The number of the process's last step. Answers and timers of earlier steps do not concern the process.
    step: u32,
    is_alive: bool,
    /// Whether the process gives up its seat when the running attempt has ended.
    is_ending: bool,
    /// Whether an attempt is running.
    is_busy: bool,
    start: Micros,
    /// When the process got its first seat.
    seated: Option<Micros>,
    /// The place of the process in `World::alive`.
    place: usize,
}

/// An event of the simulation. The numbers are those of a process and of its step.
#[derive(Debug)]
enum Happening {
    Planned(Event),
    /// The pause between two attempts is over.
    Begin(usize, u32),
    /// A call arrives at the store.
    Arrive(usize, u32, Call),
    /// The store has worked on a call.
    Work(usize, u32, Call),
    /// An answer arrives.
    Answer(usize, u32, Answer),
    /// The answer to a call takes too long.
    GiveUp(usize, u32),
    /// `maxWait` is over.
    StopWaiting(usize),
    End(usize, End),
}

/// A future event. The event with the earlier time, and then with the lower number, is greater, because a heap gives
/// the greatest item first.
#[derive(Debug)]
struct Queued {
    time: Micros,
    number: usize,
    happening: Happening,
}

impl Ord for Queued {
    fn cmp(&self, other: &Self) -> Ordering {
        (other.time, other.number).cmp(&(self.time, self.number))
    }
}

impl PartialOrd for Queued {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Queued {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl Eq for Queued {}

/// A simulation.
#[derive(Debug)]
pub struct World {
    scenario: Scenario,
    random: Random,
    now: Micros,
    queue: BinaryHeap<Queued>,
    /// How many events were queued.
    count: usize,
    store: Store,
    processes: Vec<Process>,
    /// The numbers of the processes that are alive.
    alive: Vec<usize>,
    /// By seat: the end of the time that was granted and not given up.
    granted: HashMap<SeatId, u64>,
    counts: Counts,
}

impl World {
    /// Simulates a scenario.
    ///
    /// # Panics
    /// If two windows of a seat overlap.
    #[must_use]
    pub fn run(scenario: &Scenario, seed: u64) -> Figures {
        let mut world = Self {
            scenario: scenario.clone(),
            random: Random::new(seed),
            now: 0,
            queue: BinaryHeap::new(),
            count: 0,
            store: Store::new(scenario.capacity, &scenario.terms, scenario.is_new),
            processes: Vec::new(),
            alive: Vec::new(),
            granted: HashMap::new(),
            counts: Counts::new(scenario.measured.clone()),
        };
        for &(time, event) in &scenario.events {
            world.at(time, Happening::Planned(event));
        }
        while let Some(Queued { time, happening, .. }) = world.queue.pop()
            && time < scenario.measured.end * SECOND
        {
            world.now = time;
            world.happen(happening);
        }
        world.counts.figures()
    }

    /// Queues an event at a time.
    fn at(&mut self, time: Micros, happening: Happening) {
        self.count += 1;
        self.queue.push(Queued { time, number: self.count, happening });
    }

    fn happen(&mut self, happening: Happening) {
        match happening {
            Happening::Planned(event) => self.plan(event),
            Happening::Begin(number, step) if self.is_current(number, step) => self.begin(number),
            Happening::Arrive(number, step, call) => {
                let done = self.store.arrive(self.now, &call);
                self.at(done, Happening::Work(number, step, call));
            }
            Happening::Work(number, step, call) => self.work(number, step, call),
            Happening::Answer(number, step, answer) if self.is_current(number, step) => {
                let (clock, terms) = (Store::clock(self.now), &self.scenario.terms);
                let next = self.processes[number].attempts.answer(answer, clock, terms, &mut self.random);
                self.follow(number, next);
            }
            Happening::GiveUp(number, step) if self.is_current(number, step) => {
                let clock = Store::clock(self.now);
                let next = self.processes[number].attempts.fail(
                    false,
                    clock,
                    &self.scenario.terms,
                    &mut self.random,
                );
                self.follow(number, next);
            }
            Happening::StopWaiting(number) => {
                let process = &self.processes[number];
                if process.is_alive && process.seated.is_none() {
                    self.counts.without_seat(process.start);
                }
            }
            Happening::End(number, end) => self.end(number, end),
            Happening::Begin(..) | Happening::Answer(..) | Happening::GiveUp(..) => {}
        }
    }

    fn plan(&mut self, event: Event) {
        match event {
            Event::Start(life) => self.start(life),
            Event::Replace(count, end) => {
                for _ in 0..count.min(self.alive.len()) {
                    let index = self.random.number() as usize % self.alive.len();
                    self.end(self.alive[index], end);
                }
                (0..count).for_each(|_| self.start(None));
            }
            Event::Fail(time) => self.store.fail_until(self.now + time),
            Event::Forget => self.store.forget(),
        }
    }

    fn start(&mut self, life: Option<(Micros, End)>) {
        let number = self.processes.len();
        self.processes.push(Process {
            attempts: Attempts::default(),
            step: 0,
            is_alive: true,
            is_ending: false,
            is_busy: false,
            start: self.now,
            seated: None,
            place: self.alive.len(),
        });
        self.alive.push(number);
        self.counts.started(self.now);
        self.at(self.now + MAX_WAIT, Happening::StopWaiting(number));
        if let Some((time, end)) = life {
            self.at(self.now + time, Happening::End(number, end));
        }
        self.begin(number);
    }

    fn end(&mut self, number: usize, end: End) {
        let place = self.processes[number].place;
        self.alive.swap_remove(place);
        if let Some(&moved) = self.alive.get(place) {
            self.processes[moved].place = place;
        }
        let process = &mut self.processes[number];
        if process.seated.is_none() && self.now < process.start + MAX_WAIT {
            self.counts.without_seat(process.start);
        }
        match end {
            End::Releases => {
                process.is_ending = true;
                if !process.is_busy {
                    self.release(number);
                }
            }
            End::Killed => {
                process.is_alive = false;
                if let Some(held) = process.attempts.held() {
                    self.counts.dead_seat(self.now, Store::time_of(held.until));
                }
            }
        }
    }

    /// Whether the process is alive, and has made no further step.
    fn is_current(&self, number: usize, step: u32) -> bool {
        let process = &self.processes[number];
        process.is_alive && process.step == step
    }

    fn begin(&mut self, number: usize) {
        let clock = Store::clock(self.now);
        let next = self.processes[number].attempts.begin(clock, &self.scenario.terms, &mut self.random);
        self.follow(number, next);
    }

    /// A process gives up its seat. All IDs until now may have been used.
    fn release(&mut self, number: usize) {
        let process = &mut self.processes[number];
        let Some(held) = process.attempts.held() else {
            process.is_alive = false;
            return;
        };
        let clock = Store::clock(self.now);
        let used_until = (clock + 1).clamp(held.own, held.until);
        if self.granted.get(&held.id) == Some(&held.until) {
            self.granted.insert(held.id, used_until);
        }
        let next = process.attempts.release(used_until, clock, &self.scenario.terms, &mut self.random);
        self.follow(number, next);
    }

    fn follow(&mut self, number: usize, next: Next) {
        let process = &mut self.processes[number];
        process.step += 1;
        let step = process.step;
        process.is_busy = matches!(next, Next::Call(_));
        match next {
            Next::Call(call) => {
                let latency = self.latency();
                self.at(self.now + latency, Happening::Arrive(number, step, call));
                self.at(self.now + MAX_ANSWER_MS * 1_000, Happening::GiveUp(number, step));
            }
            Next::Pause(outcome, pause) => {
                if let Outcome::Held { before } = outcome {
                    self.grant(number, before);
                }
                if !self.processes[number].is_ending {
                    self.at(self.now + (pause * 1_000.0) as u64, Happening::Begin(number, step));
                } else if outcome == Outcome::Released {
                    self.processes[number].is_alive = false;
                } else {
                    self.release(number);
                }
            }
        }
    }

    /// A process has got a window.
    fn grant(&mut self, number: usize, before: Option<Held>) {
        let process = &mut self.processes[number];
        let held = process.attempts.held().expect("a window");
        let continued = before.filter(|before| (before.token, before.own) == (held.token, held.own));
        let first = continued.map_or(held.own, |before| before.until);
        let end = self.granted.insert(held.id, held.until).unwrap_or(0);
        assert!(end <= first, "two windows of seat {:?} overlap: {end} is after {first}", held.id);
        let gap = before.map_or(0, |before| self.now.saturating_sub(Store::time_of(before.until)));
        self.counts.granted(self.now, gap);
        if process.seated.is_none() {
            process.seated = Some(self.now);
            self.counts.seated(process.start, self.now);
        }
    }

    fn work(&mut self, number: usize, step: u32, call: Call) {
        self.counts.called(self.now, &call);
        let is_swap = matches!(call, Call::Swap { .. });
        let answer = self.store.answer(self.now, call);
        if is_swap && matches!(answer, Answer::Applied(false)) {
            self.counts.refused_swap(self.now);
        }
        let latency = self.latency();
        self.at(self.now + latency, Happening::Answer(number, step, answer));
    }

    /// How long a message takes: a little more than 0.2 ms; one of 100 messages takes much longer.
    fn latency(&mut self) -> Micros {
        let mean = if self.random.number().is_multiple_of(100) { 10_000.0 } else { 200.0 };
        200 + self.random.exponential(mean) as Micros
    }
}
