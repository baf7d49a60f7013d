import { waitUntil } from '@kalends/testing';
import { expect, it } from 'vitest';
import { day, hour, startDays, type Days, type DaysOptions, type ProviderOfDays } from './simulated-days.fixture.js';

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

async function ofChange(days: Days): Promise<number> {
  const [counted, received] = [days.proxy.total(), days.received()];
  await days.add(0, 'Changed');
  await waitUntil(() => days.received() > received);
  await days.settle();
  return days.proxy.total() - counted;
}

interface Row {
  idle: number;
  inUse: number;
  change: number | null;
}

async function measured(provider: ProviderOfDays, options: Partial<DaysOptions>, hours: number): Promise<Row> {
  const days = await startDays(provider, { accounts, ...options });
  try {
    await days.connected();
    // changes of the first hours are those of connecting
    await days.pass(options.withoutPush ? 4 * hour : hour);
    const idle = await aDay(days, hours, false);
    const inUse = await aDay(days, hours, true);
    return { idle, inUse, change: options.withoutPush ? null : await ofChange(days) };
  } finally {
    await days.stop();
  }
}

const shown = (figure: number | null): string => (figure === null ? '' : String(Math.round(figure)));

it(
  'prints requests per account and day, by provider',
  async () => {
    const lines = ['| provider, two calendars | idle day | day in use | change |', '|---|--:|--:|--:|'];
    const add = (what: string, { idle, inUse, change }: Row) => {
      lines.push(`| ${what} | ${shown(idle)} | ${shown(inUse)} | ${shown(change)} |`);
    };
    for (const provider of ['google', 'microsoft'] as const) {
      const few = { accounts: 2 };
      add(`${provider}, before`, await measured(provider, { ...few, env: before }, 3));
      const now = await measured(provider, {}, 24);
      add(provider, now);
      add(`${provider}, three calendars`, await measured(provider, { calendars: 3 }, 24));
      add(
        `${provider}, without channels, before`,
        await measured(provider, { ...few, withoutPush: true, env: before }, 3),
      );
      add(`${provider}, without channels`, await measured(provider, { ...few, withoutPush: true }, 6));
      expect(now.idle).toBeLessThanOrEqual(24);
    }
    console.log(`\n${accounts} accounts\n${lines.join('\n')}`);
  },
  day,
);
