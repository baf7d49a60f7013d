import { missingForRadicale, skipFor, waitUntil } from '@kalends/testing';
import { afterAll, expect, it } from 'vitest';
import {
  day,
  hour,
  minute,
  startDays,
  type Days,
  type DaysOptions,
  type ProviderOfDays,
} from './simulated-days.fixture.js';

// npm run bench:economy: what accounts cost at their providers, over simulated days

const accounts = Number(process.env['BENCH_ACCOUNTS'] ?? 5);
/** Polls as until 0.2.0: every 260 s with channels, every 60 s without. */
const before = { CONFIRM_INTERVAL: '278', CONFIRM_INTERVAL_IN_USE: '278', SYNC_INTERVAL_MAX: '60' };

/** Requests of a day per account, of which `hours` pass. */
async function aDay(days: Days, hours: number, use: boolean): Promise<number> {
  const counted = days.proxy.total();
  for (let passed = 0; passed < hours; passed += 1) {
    if (use) for (let index = 0; index < days.accounts; index += 1) await days.use(index);
    await days.pass(hour);
  }
  return ((days.proxy.total() - counted) / days.accounts) * (24 / hours);
}

/** Requests that a change costs more than a day without it; of polled accounts, what is beyond the polls of ten minutes. */
async function ofChange(days: Days, isPolled: boolean): Promise<number> {
  const [counted, received] = [days.proxy.total(), days.received()];
  await days.add(0, 'Changed');
  if (!isPolled) {
    await waitUntil(() => days.received() > received);
    await days.settle();
    return days.proxy.total() - counted;
  }
  const polls = days.polls();
  await days.pass(10 * minute);
  expect(await days.have('Changed')).toBe(1);
  return days.proxy.total() - counted - (days.polls() - polls);
}

interface Row {
  idle: number;
  inUse: number;
  /** Null: not measured. */
  change: number | null;
}

async function measured(provider: ProviderOfDays, options: Partial<DaysOptions>, hours: number): Promise<Row> {
  const isPolled = options.withoutPush ?? provider === 'caldav';
  const days = await startDays(provider, { accounts, ...options });
  try {
    await days.connected();
    // changes of the first hours are those of connecting
    await days.pass(isPolled ? 4 * hour : hour);
    const idle = await aDay(days, hours, false);
    const inUse = await aDay(days, hours, true);
    // polls of other accounts would be in the figure
    const isMeasured = days.accounts === 1 || !isPolled;
    return { idle, inUse, change: isMeasured ? await ofChange(days, isPolled) : null };
  } finally {
    await days.stop();
  }
}

const shown = (figure: number | null): string => (figure === null ? '' : String(Math.round(figure)));
/** How many accounts of a kind a million requests a day are enough for. */
const perMillion = (requests: number): string => Math.floor(1_000_000 / requests).toLocaleString('en');

/** A line of the table; `half`: half of the accounts are in use. */
const lineOf = (what: string, { idle, inUse, change }: Row): string => {
  const figures = [shown(idle), shown(inUse), shown(change), perMillion(idle), perMillion((idle + inUse) / 2)];
  return `| ${what} | ${figures.join(' | ')} |`;
};

const lines = [
  '| provider, two calendars | idle day | day in use | change | accounts per million requests, idle | half of them in use |',
  '|---|--:|--:|--:|--:|--:|',
];
const few = { accounts: 2 };
const polled = { ...few, withoutPush: true };

it.each(['google', 'microsoft'] as const)(
  'counts requests per account and day at %s',
  async (provider) => {
    lines.push(lineOf(`${provider}, before`, await measured(provider, { ...few, env: before }, 3)));
    const now = await measured(provider, {}, 24);
    lines.push(lineOf(provider, now));
    lines.push(lineOf(`${provider}, three calendars`, await measured(provider, { calendars: 3 }, 24)));
    const withoutBefore = await measured(provider, { ...polled, env: before }, 3);
    lines.push(lineOf(`${provider}, without channels, before`, withoutBefore));
    lines.push(lineOf(`${provider}, without channels`, await measured(provider, polled, 6)));
    expect(now.idle).toBeLessThanOrEqual(24);
  },
  day,
);

it(
  'counts requests per account and day at a CalDAV server',
  async (context) => {
    const missing = missingForRadicale();
    if (missing) return skipFor(context, missing);
    const one = { accounts: 1 };
    lines.push(lineOf('caldav, before', await measured('caldav', { ...one, env: before }, 6)));
    const now = await measured('caldav', one, 24);
    lines.push(lineOf('caldav', now));
    lines.push(lineOf('caldav, three calendars', await measured('caldav', { ...one, calendars: 3 }, 24)));
    expect(now.idle).toBeLessThanOrEqual(172);
  },
  day,
);

afterAll(() => console.log(`\n${accounts} accounts\n${lines.join('\n')}`));
