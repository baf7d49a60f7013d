// Provider measurements of bench:sync: the simulator in one process, all of Kalends in another.
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { missingForRadicale, startRadicale, waitUntil } from '@kalends/testing';
import { connectInBrowser } from '../../dist/convergence/journey.js';
import { day, firstPage, iso, ms, patient, pushRow, started } from './provider-world.mjs';

const eventAt = (index, start) => ({
  id: `bench${String(index).padStart(6, '0')}`,
  summary: `Event ${index}`,
  start: { dateTime: iso(start), timeZone: 'UTC' },
  end: { dateTime: iso(start + 1_800_000), timeZone: 'UTC' },
});

/** From a change at Google until `GET /v1/events` shows it; nothing is polled meanwhile. */
export async function measurePush(changes) {
  const world = await started({ SYNC_INTERVAL: '3600' });
  const person = await world.google.person('ada@example.com');
  const account = await connectInBrowser(world.kalends, world.application, { ...person, provider: 'google' });
  const change = async (index, start) => {
    const status = await world.google.requestOfOtherApp(person, 'POST', null, eventAt(index, start));
    if (status !== 200) throw new Error(`the simulator answered ${status}`);
  };
  const row = await pushRow(world, account, { provider: 'Google', changes, change });
  await world.stop();
  return row;
}

/** The first sync of a Google calendar under Google's quota of 600 requests per minute and user. */
export async function measureGoogleInitial(count = 10_000) {
  const world = await started({ SYNC_INTERVAL: '3600' });
  await world.google.control('limits', { requestsPerMinute: 600 });
  const person = await world.google.person('ada@example.com');
  const first = Math.floor(Date.now() / day) * day - 30 * day;
  const events = Array.from({ length: count }, (_, index) => ({
    calendar: person.email,
    event: eventAt(index, first + index * 1_200_000),
  }));
  for (let at = 0; at < count; at += 1_000)
    await world.google.control('seed', { events: events.slice(at, at + 1_000) });
  const began = performance.now();
  const account = await connectInBrowser(world.kalends, world.application, { ...person, provider: 'google' });
  const window = `&from=${iso(first).slice(0, 10)}&to=${iso(first + 180 * day).slice(0, 10)}`;
  const pages = Math.ceil(count / 100);
  const whole = async () => (await firstPage(world, account, window)).pages.total === pages;
  await waitUntil(whole, { ...patient, interval: 100, what: 'the first sync' });
  const took = performance.now() - began;
  const { counts } = await (await fetch(`${world.google.url}/control/state`)).json();
  const requests = Object.values(counts).reduce((sum, n) => sum + n, 0);
  await world.stop();
  return {
    measure: `first sync of ${count} events at Google: requests of 600 allowed a minute (until reads show all: ${ms(took)})`,
    ours: requests,
    ratio: requests,
    bound: 600,
  };
}

const memoryOf = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

/** The lowest memory (MB) of a process within five seconds: between two garbage collections it is higher. */
async function minMemoryOf(pid) {
  let least = Infinity;
  for (let sample = 0; sample < 25; sample += 1) {
    least = Math.min(least, memoryOf(pid));
    await delay(200);
  }
  return least;
}

/** How many accounts one process keeps in sync: those it polls per second at maximum rate, times 60. */
export async function measureAccounts(count, seconds = 20) {
  const world = await started({ SYNC_INTERVAL: '1' });
  // the first ones also warm up the process
  const warmUp = Math.ceil(count / 4);
  let before = 0;
  for (let index = 0; index < count + warmUp; index += 1) {
    if (index === warmUp) before = await minMemoryOf(world.pid('all-in-one'));
    const person = await world.google.person(`person${index}@example.com`);
    await connectInBrowser(world.kalends, world.application, { ...person, provider: 'google' });
  }
  const polled = async () => (await (await fetch(`${world.google.url}/control/state`)).json()).counts['events.list'];
  await delay(5_000);
  const [from, began] = [await polled(), performance.now()];
  await delay(seconds * 1_000);
  const perSecond = ((await polled()) - from) / ((performance.now() - began) / 1000);
  const least = await minMemoryOf(world.pid('all-in-one'));
  await world.stop();
  return [
    { measure: 'accounts kept in sync by one process at a floor of 60 s', ours: Math.round(perSecond * 60) },
    {
      measure: `resident memory, MB, of which for ${count} of ${count + warmUp} accounts connected and polled`,
      ours: `${Math.round(least)}, ${Math.round(least - before)}`,
    },
  ];
}

/** Changes on a CalDAV server at the usual SYNC_INTERVAL: time until the last account shows its change. */
export async function measureCaldavPoll(accounts = 10) {
  if (missingForRadicale()) return { measure: 'CalDAV poll', ours: `left out: ${missingForRadicale()}` };
  const names = Array.from({ length: accounts }, (_, index) => `poll${index}`);
  const radicale = await startRadicale({ users: Object.fromEntries(names.map((name) => [name, 'secret'])) });
  const atServer = async (name, method, file = '', body = undefined) => {
    const authorization = `Basic ${Buffer.from(`${name}:secret`).toString('base64')}`;
    const headers = { authorization, 'content-type': 'text/calendar' };
    const calendar = `${radicale.url.replace(/\/$/, '')}/${name}/work/`;
    const answer = await fetch(`${calendar}${file}`, { method, headers, body });
    if (!answer.ok) throw new Error(`${method} at the CalDAV server: ${answer.status}`);
  };
  const world = await started({ SYNC_INTERVAL: '60' });
  const people = [];
  for (const username of names) {
    await atServer(username, 'MKCALENDAR');
    const account = await world.kalends.account(world.application, { email: `${username}@example.com` });
    const body = { provider_name: 'caldav', url: radicale.url, username, password: 'secret' };
    const { status, text } = await world.kalends.admin('POST', `/accounts/${account.sub}/profiles`, body);
    if (status !== 201) throw new Error(`the CalDAV account was not connected: ${status} ${text}`);
    people.push(account);
  }
  const ready = async () => {
    for (const { sub } of people) {
      const { body: listed } = await world.kalends.admin('GET', `/accounts/${sub}/profiles`);
      if (!listed.profiles.some((one) => one.provider_name === 'caldav' && one.initial_sync === 'done')) return false;
    }
    return true;
  };
  await waitUntil(ready, { ...patient, interval: 200, what: 'the first syncs' });
  await delay(3_000);
  const start = Math.floor(Date.now() / day) * day + day;
  const stamp = (at) => iso(at).replaceAll(/[-:]/g, '');
  const lines = ['UID:polled', `DTSTAMP:${stamp(start)}`, `DTSTART:${stamp(start)}`, 'DURATION:PT1H', 'SUMMARY:Polled'];
  const event = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//bench//EN', 'BEGIN:VEVENT', ...lines];
  const began = performance.now();
  const object = [...event, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n');
  for (const name of names) await atServer(name, 'PUT', 'polled.ics', object);
  const shown = async (account) => {
    const has = async () =>
      (await firstPage(world, account)).events.some(({ event_uid: uid, summary }) => uid && summary === 'Polled');
    await waitUntil(has, { ...patient, interval: 250, what: 'the poll' });
    return performance.now() - began;
  };
  const times = await Promise.all(people.map(shown));
  await world.stop();
  await radicale.stop();
  const longest = Math.max(...times) / 1000;
  return {
    measure: `change on a CalDAV server until reads show it, longest of ${accounts} accounts polled every 60 s, in s`,
    ours: longest.toFixed(1),
    ratio: longest,
    bound: 60,
  };
}
