// Measurements of Microsoft in bench:sync: the simulator in one process, all of Kalends in another.
import { waitUntil } from '@kalends/testing';
import { connectInBrowser } from '../../dist/convergence/journey.js';
import { Mailbox } from '../../dist/convergence/microsoft.js';
import { day, firstPage, iso, ms, patient, pushRow, started } from './provider-world.mjs';

const time = (at) => ({ dateTime: iso(at).slice(0, 19), timeZone: 'UTC' });
const eventAt = (index, start) => ({
  subject: `Event ${index}`,
  start: time(start),
  end: time(start + 1_800_000),
});

const connect = (world, { email }) =>
  connectInBrowser(world.kalends, world.application, { email, provider: 'exchange' });

/** From a change at Microsoft until `GET /v1/events` shows it; nothing is polled meanwhile. */
export async function measureMicrosoftPush(changes) {
  const world = await started({ SYNC_INTERVAL: '3600' });
  const mailbox = await Mailbox.create(world.google, 'mia@example.com');
  const account = await connect(world, mailbox);
  const change = async (index, start) => {
    const { status } = await mailbox.request('POST', '', eventAt(index, start));
    if (status !== 201) throw new Error(`the simulator answered ${status}`);
  };
  const row = await pushRow(world, account, { provider: 'Microsoft', changes, change });
  await world.stop();
  return row;
}

/** The occurrences of a series. */
const times = 3;

/**
 * The first sync of a calendar at Microsoft, one in twenty events being a series, each of which takes a request of its own
 * (in batches); Outlook permits 10,000 requests in ten minutes per mailbox.
 */
export async function measureMicrosoftInitial(count) {
  const world = await started({ SYNC_INTERVAL: '3600' });
  const mailbox = await Mailbox.create(world.google, 'mia@example.com');
  const first = Math.floor(Date.now() / day) * day - 30 * day;
  const rule = (start) => ({
    pattern: { type: 'daily', interval: 1 },
    range: { type: 'numbered', startDate: iso(start).slice(0, 10), numberOfOccurrences: times },
  });
  const events = Array.from({ length: count }, (_, index) => {
    const start = first + index * 1_200_000;
    const series = index % 20 === 0 ? { recurrence: rule(start) } : {};
    return { email: mailbox.email, event: { ...eventAt(index, start), ...series } };
  });
  for (let at = 0; at < count; at += 1_000)
    await world.google.control('seed', { microsoft: { events: events.slice(at, at + 1_000) } });
  const series = Math.ceil(count / 20);
  const began = performance.now();
  const account = await connect(world, mailbox);
  const window = `&from=${iso(first).slice(0, 10)}&to=${iso(first + 180 * day).slice(0, 10)}`;
  const pages = Math.ceil((count + series * (times - 1)) / 100);
  const whole = async () => (await firstPage(world, account, window)).pages.total === pages;
  await waitUntil(whole, { ...patient, interval: 100, what: 'the first sync' });
  const took = performance.now() - began;
  const { microsoft } = await (await fetch(`${world.google.url}/control/state`)).json();
  const requests = Object.values(microsoft.counts).reduce((sum, n) => sum + n, 0);
  await world.stop();
  return {
    measure: `first sync of ${count} events at Microsoft, of which ${series} series: requests of 10,000 allowed in ten minutes (until reads show all: ${ms(took)})`,
    ours: requests,
    ratio: requests,
    bound: 10_000,
  };
}
