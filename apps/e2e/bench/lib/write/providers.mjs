// Time for upserts to reach a provider: a CalDAV server (Radicale), and Google, simulated in its own process.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { freePort, missingForRadicale, startRadicale, waitUntil } from '@kalends/testing';
import { clientId, clientSecret, Google } from '../../../dist/convergence/google.js';
import { connectInBrowser } from '../../../dist/convergence/journey.js';
import { WriteCounter } from '../../../dist/harness/count-writes.js';
import { RadicaleCalendar } from '../../../dist/harness/radicale-calendar.js';
import { median } from '../measure.mjs';
import { drive } from './drive.mjs';
import { startOurs } from './sides.mjs';
import { workloads } from './workloads.mjs';

const upserts = 20;

async function startWithGoogle(postgres, google) {
  const port = await freePort();
  const gateway = `http://127.0.0.1:${port}`;
  await google.registerClients(`${gateway}/oauth/providers`);
  return startOurs(postgres, 'ours_providers', undefined, {
    PORT: String(port),
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: clientSecret,
    GOOGLE_API_URL: `${google.url}/calendar/v3`,
    GOOGLE_AUTHORIZE_URL: `${google.url}/o/oauth2/v2/auth`,
    GOOGLE_TOKEN_URL: `${google.url}/token`,
    GOOGLE_REVOKE_URL: `${google.url}/revoke`,
    GOOGLE_USERINFO_URL: `${google.url}/v1/userinfo`,
    GOOGLE_NOTIFICATION_URL: `${gateway}/v1/provider_notifications/google`,
  });
}

/** The account's calendar at the provider, once its first sync is complete. */
const calendarOf = ({ kalends }, account, provider) =>
  waitUntil(
    async () => {
      const { body } = await kalends.get(account.access_token, '/v1/calendars');
      return body.calendars.find(({ provider_name: name }) => name === provider)?.calendar_id;
    },
    { timeout: 60_000, what: `the calendar of ${provider}` },
  );

async function googlePerson({ google, ours, application }) {
  const person = await google.person('ada@example.com');
  const account = await connectInBrowser(ours.kalends, application, { ...person, provider: 'google' });
  const calendar_id = await calendarOf(ours, account, 'google');
  return { ...account, calendar_id, atProvider: async () => (await google.listed(person)).length };
}

async function caldavPerson({ ours, application }, radicale) {
  await RadicaleCalendar.create(radicale, 'ada', 'secret', 'home');
  const folder = join(radicale.dir, 'collections/collection-root/ada/home');
  const account = await ours.kalends.account(application, { email: 'ada@example.org' });
  const body = { provider_name: 'caldav', url: radicale.url, username: 'ada', password: 'secret' };
  const { status, text } = await ours.kalends.admin('POST', `/accounts/${account.sub}/profiles`, body);
  if (status !== 201) throw new Error(`the CalDAV account was not connected: ${status} ${text}`);
  const calendar_id = await calendarOf(ours, account, 'caldav');
  const atProvider = async () => (await readdir(folder)).filter((name) => name.endsWith('.ics')).length;
  return { ...account, calendar_id, atProvider };
}

/** One upsert after another: milliseconds until each reaches the provider, and its cost in the database. */
async function measure({ ours, application }, counter, name, person) {
  const world = { application, people: [person] };
  await ours.settled(world);
  const times = [];
  const work = await counter.perWrite(upserts, async () => {
    for (let index = 0; index < upserts; index += 1) {
      const began = performance.now();
      await drive({ base: ours.base, requestOf: () => workloads.upserts.of(world, index), inFlight: 1, limit: 1 });
      const there = async () => (await person.atProvider()) === index + 1;
      await waitUntil(there, { timeout: 60_000, interval: 2, what: `an upsert to be at ${name}` });
      times.push(performance.now() - began);
      await ours.settled(world);
    }
  });
  const longest = Math.max(...times).toFixed(0);
  const row = { measure: `an upsert until it is at ${name}, ms: median of ${upserts} (longest ${longest})`, ours: median(times).toFixed(0) }; // prettier-ignore
  return { row, count: { what: `embedded, upsert at ${name}, one alone`, work } };
}

/** Rows for `report`, and counts. If Radicale cannot be started, it is skipped and a line reports it. */
export async function measureProviders(postgres) {
  const missing = missingForRadicale();
  const google = await Google.start(join(tmpdir(), `kalends-bench-google-${process.pid}.log`));
  let ours, radicale;
  try {
    ours = await startWithGoogle(postgres, google);
    if (!missing) radicale = await startRadicale({ users: { ada: 'secret' } });
    const application = await ours.kalends.application([`http://127.0.0.1:${await freePort()}/back`]);
    const setup = { google, ours, application };
    const people = { Google: await googlePerson(setup) };
    if (radicale) people.CalDAV = await caldavPerson(setup, radicale);
    const counter = await WriteCounter.start({ postgres, ...ours });
    const measured = [];
    for (const [name, person] of Object.entries(people)) measured.push(await measure(setup, counter, name, person));
    await postgres.countStatements(false);
    const rows = measured.map(({ row }) => row);
    if (missing) rows.push({ measure: 'an upsert until it is at CalDAV', ours: `left out: ${missing}` });
    return { rows, counts: measured.map(({ count }) => count) };
  } finally {
    await radicale?.stop();
    await ours?.stop();
    await google.stop();
  }
}
