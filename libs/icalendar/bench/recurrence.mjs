/**
 * Recurrence expansion side by side: this library, ical.js, rrule and (if installed) python-dateutil. Alternating
 * rounds in one run, median of 5 (`BENCH_ROUNDS`), warm. A missed bound is printed as a miss; exit code 1 only at twice a bound.
 */
import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import ICAL from 'ical.js';
import rruleModule from 'rrule';
import { tzlib_get_ical_block } from 'timezones-ical-library';
import { expand } from '../dist/index.js';

const { rrulestr } = rruleModule;
const ROUNDS = Number(process.env.BENCH_ROUNDS || 5);
const ZONE = 'Europe/Berlin';
const NOW = Date.UTC(2026, 10, 21);
const DAY = 86_400_000;
const iso = (ms) => new Date(ms).toISOString().slice(0, 19);
const compact = (text) => text.replace(/[-:]/g, '');

/** The cases: local start, rule, window in epoch ms. */
const daily = {
  name: '20-year-old DAILY rule, 14 days',
  unit: 'µs',
  perMs: 1000,
  bound: 100,
  from: NOW,
  to: NOW + 14 * DAY,
  series: [{ start: '2006-11-20T09:00:00', rule: 'FREQ=DAILY' }],
};
const mixed = {
  name: '1,000 mixed series, 400 days',
  unit: 'ms',
  perMs: 1,
  bound: 100,
  from: NOW - 200 * DAY,
  to: NOW + 200 * DAY,
  series: mixedSeries(1000),
};

function mixedSeries(n) {
  let seed = 42;
  const pick = (list) => list[(seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % list.length];
  const until = compact(iso(NOW + 100 * DAY)) + 'Z';
  return Array.from({ length: n }, () => {
    const rule = pick([
      'FREQ=WEEKLY',
      'FREQ=WEEKLY;BYDAY=MO,WE,FR',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU',
      'FREQ=DAILY;INTERVAL=2',
      'FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR',
      'FREQ=MONTHLY;BYDAY=1MO',
      'FREQ=MONTHLY;BYDAY=-1FR',
      'FREQ=MONTHLY;BYMONTHDAY=15',
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
      'FREQ=YEARLY',
    ]);
    const start = `${pick([2025, 2026])}-${pick(['01', '03', '06', '10'])}-${pick(['04', '11', '19', '26'])}T${pick(['08', '10', '14', '17'])}:30:00`;
    return { start, rule: rule + pick(['', '', '', ';COUNT=300', `;UNTIL=${until}`]) };
  });
}

function ours({ series, from, to }) {
  const time = (local) => ({ local, tzid: ZONE });
  const all = series.map(({ start, rule }) => ({
    uid: 'u',
    master: {
      summary: '',
      start: time(start),
      end: time(start.replace(':30:00', ':59:00').replace('09:00', '09:30')),
      status: 'confirmed',
      transparency: 'opaque',
    },
    recurrence: { rrules: [rule], rdates: [], exdates: [] },
    overrides: [],
  }));
  return () => all.reduce((n, one) => n + expand(one, { start: from, end: to }, { floatingZone: 'Etc/UTC' }).length, 0);
}

const zone = new ICAL.Timezone(new ICAL.Component(ICAL.parse(tzlib_get_ical_block(ZONE)[0])));

function icalJs({ series, from, to }) {
  const all = series.map(({ start, rule }) => {
    const dtstart = ICAL.Time.fromDateTimeString(start);
    dtstart.zone = zone;
    return { dtstart, rule: ICAL.Recur.fromString(rule) };
  });
  return () => {
    let n = 0;
    for (const { dtstart, rule } of all) {
      const iterator = rule.iterator(dtstart);
      for (let next = iterator.next(); next; next = iterator.next()) {
        const ms = next.toUnixTime() * 1000;
        if (ms >= to) break;
        if (ms >= from) n++;
      }
    }
    return n;
  };
}

/** For many series, rrule gets UTC times: its zone conversion alone would take minutes. */
function rrule({ series, from, to }) {
  const dtstart =
    series.length > 1 ? (start) => `DTSTART:${compact(start)}Z` : (start) => `DTSTART;TZID=${ZONE}:${compact(start)}`;
  const texts = series.map(({ start, rule }) => `${dtstart(start)}\nRRULE:${rule}`);
  return () => texts.reduce((n, text) => n + rrulestr(text).between(new Date(from), new Date(to), true).length, 0);
}

const PYTHON = `
import json, sys, time
from datetime import datetime, timezone
from zoneinfo import ZoneInfo
from dateutil.rrule import rrulestr
case = json.load(sys.stdin)
zone = ZoneInfo(case['zone'])
start, end = (datetime.fromtimestamp(case[k] / 1000, timezone.utc) for k in ('from', 'to'))
def run():
    n = 0
    for s in case['series']:
        rule = rrulestr(s['rule'], dtstart=datetime.fromisoformat(s['start']).replace(tzinfo=zone))
        n += len(rule.between(start, end, inc=True))
    return n
run()
t = time.perf_counter()
n = run()
print(json.dumps({'ms': (time.perf_counter() - t) * 1000, 'n': n}))
`;

function dateutil(work) {
  const input = JSON.stringify({ ...work, zone: ZONE });
  const round = () => {
    const done = spawnSync('python3', ['-c', PYTHON], { input, encoding: 'utf8' });
    return done.status === 0 ? JSON.parse(done.stdout) : null;
  };
  return round() ? round : null;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

/** Time of one call: garbage of the others is collected first; short calls are repeated, warm, for 100 ms. */
function timed(run) {
  collectGarbage();
  const once = repeat(run, 0);
  if (once.ms > 1000) return once;
  repeat(run, 100);
  return repeat(run, 100);
}

function repeat(run, atLeastMs) {
  let calls = 0;
  let n = 0;
  const start = performance.now();
  do {
    n = run();
    calls++;
  } while (performance.now() - start < atLeastMs);
  return { ms: (performance.now() - start) / calls, n };
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

function compare(work) {
  const python = dateutil(work);
  const rounds = {
    kalends: ours(work),
    'ical.js': icalJs(work),
    [work.series.length > 1 ? 'rrule (UTC)' : 'rrule']: rrule(work),
  };
  const contestants = Object.entries(rounds).map(([name, run]) => [name, () => timed(run)]);
  if (python) contestants.push(['python-dateutil', python]);
  const times = new Map(contestants.map(([name]) => [name, []]));
  const found = new Map();
  timed(rounds.kalends);
  for (let i = 0; i < ROUNDS; i++) {
    for (const [name, run] of contestants) {
      const { ms, n } = run();
      times.get(name).push(ms);
      found.set(name, n);
    }
  }
  const own = median(times.get('kalends'));
  console.log(`\n${work.name} (median of ${ROUNDS})`);
  for (const [name, values] of times) {
    const value = median(values);
    const ratio = name === 'kalends' ? '' : `${(value / own).toFixed(0)}× ours`;
    console.log(
      `  ${name.padEnd(16)} ${(value * work.perMs).toFixed(1).padStart(12)} ${work.unit}  ${String(found.get(name)).padStart(7)} instances  ${ratio}`,
    );
  }
  if (!python) console.log('  python-dateutil  not run: python3 with dateutil and zoneinfo is missing');
  const reached = own * work.perMs;
  const verdict = reached <= work.bound ? 'met' : 'MISS';
  console.log(`  bound            ${String(work.bound).padStart(12)} ${work.unit}  ${verdict}`);
  return reached <= 2 * work.bound;
}

console.log(
  `${fileURLToPath(import.meta.url)
    .split('/')
    .slice(-3)
    .join('/')}: Node ${process.version}, ${cpus()[0]?.model}, ${cpus().length} cores`,
);
const fine = [daily, mixed].map(compare);
process.exit(fine.every(Boolean) ? 0 : 1);
