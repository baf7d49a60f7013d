/**
 * The pure core without I/O, on dist: members with 200 events a month within working hours, a meeting of an hour.
 * Median of 5 rounds, warm; exit code 1 only at twice a bound.
 */
import { availablePeriods, availableSlots, normalise, workingTime } from '../dist/index.js';

const ROUNDS = 5;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 10, 23);
const tzids = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Etc/UTC'];
const weekly_periods = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].flatMap((day) => [
  { day, start_time: '08:00', end_time: '12:00' },
  { day, start_time: '13:00', end_time: '18:00' },
]);

let seed = 42;
const below = (n) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % n;

function member(index, days) {
  const window = { start: START - DAY, end: START + (days + 1) * DAY };
  const events = Array.from({ length: Math.round((200 * days) / 30) }, () => {
    const start = START + below(days * 96) * 900_000;
    return { start, end: start + (1 + below(6)) * 900_000 };
  });
  const within = workingTime({ tzid: tzids[index % tzids.length], weekly_periods }, window);
  return { sub: `acc_${index}`, busy: normalise(events), held: [], within, unknown: false };
}

function meetingRequest(size, days, required, anywhere) {
  const members = Array.from({ length: size }, (_, i) => ({ ...member(i, days), ...(anywhere && { within: null }) }));
  return {
    groups: [{ required, members }],
    durationMs: HOUR,
    bufferBeforeMs: 0,
    bufferAfterMs: 600_000,
    periods: [{ start: START, end: START + days * DAY }],
  };
}

function milliseconds(run) {
  for (const warmUp = performance.now(); performance.now() - warmUp < 300;) run();
  const times = Array.from({ length: ROUNDS }, () => {
    let runs = 0;
    const start = performance.now();
    for (; performance.now() - start < 100; runs++) run();
    return (performance.now() - start) / runs;
  });
  return times.sort((a, b) => a - b)[ROUNDS >> 1];
}

const half = (size) => Math.ceil(size / 2);
const variants = [
  ['all, periods', (size, days) => meetingRequest(size, days, null, false), availablePeriods],
  ['first free, periods', (size, days) => meetingRequest(size, days, 1, false), availablePeriods],
  ['half of them, any hour, periods', (size, days) => meetingRequest(size, days, half(size), true), availablePeriods],
  [
    'half of them, any hour, slots',
    (size, days) => ({ ...meetingRequest(size, days, half(size), true), intervalMs: 900_000 }),
    availableSlots,
  ],
];
let exitCode = 0;
for (const [size, days, bound] of [
  [10, 14, 0.3],
  [30, 31, 3],
  [100, 90, 36],
]) {
  for (const [what, build, answer] of variants) {
    const input = build(size, days);
    let results = 0;
    const ms = milliseconds(() => (results = answer(input, Infinity).length));
    if (ms > 2 * bound) exitCode = 1;
    const verdict = ms <= bound ? 'met' : 'missed';
    const columns = [`${size} × ${days} days`.padEnd(14), what.padEnd(32), `${ms.toFixed(2)} ms`.padStart(9)];
    console.log(`${columns.join('  ')}  bound ${bound} ms: ${verdict}  (${results} results)`);
  }
}
process.exitCode = exitCode;
