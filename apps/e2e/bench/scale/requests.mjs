// What applications request: reads, upserts, availability.
import { Drained } from '../../dist/harness/drained.js';
import { loadEach, medianOf, spread, timed } from './load.mjs';

const day = 86_400_000;
const iso = (ms) => `${new Date(ms).toISOString().slice(0, 19)}Z`;
const sampled = 1_000;

/** An endless round over some of the accounts, in an order that visits no neighbour next. */
function round(accounts) {
  const chosen = spread(accounts, sampled);
  let at = 0;
  return () => chosen[(at += 7) % chosen.length];
}

/** Pages of events of a fortnight, 16 in flight. */
export async function measureReads({ kalends, accounts, rounds, seconds }) {
  const account = round(accounts);
  const date = (ms) => new Date(ms).toISOString().slice(0, 10);
  const path = `/v1/events?tzid=Etc/UTC&from=${date(Date.now())}&to=${date(Date.now() + 13 * day)}`;
  const next = () => ({ path, headers: { authorization: `Bearer ${account().access_token}` } });
  return medianOf(rounds, () => loadEach({ url: kalends.url(''), next, seconds }));
}

/** Upserts into built-in calendars, 16 in flight: accepted per second, and processed by all services per second. */
export async function measureUpserts({ kalends, accounts, databaseUrl, client, rounds, seconds }) {
  const builtIn = accounts.filter(({ template }) => !template.person);
  const chosen = spread(builtIn, sampled);
  const { rows } = await client.query(
    'SELECT DISTINCT ON (account_id) account_id, calendar_id FROM gateway.calendar_state WHERE account_id = ANY ($1) AND NOT deleted ORDER BY account_id, calendar_id',
    [chosen.map(({ sub }) => sub)],
  );
  const calendarOf = new Map(rows.map((row) => [row.account_id, row.calendar_id]));
  const account = round(chosen);
  let number = 0;
  const next = () => {
    const { sub, access_token } = account();
    number += 1;
    const start = Date.now() + (number % 90) * day;
    return {
      path: `/v1/calendars/${calendarOf.get(sub)}/events`,
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        event_id: `upsert-${number % 50}`,
        summary: `Upsert ${number}`,
        start: iso(start),
        end: iso(start + 1_800_000),
      }),
    };
  };
  const drained = await Drained.watch(databaseUrl);
  const once = async () => {
    let accepted;
    const whole = await timed(async () => {
      accepted = await loadEach({ url: kalends.url(''), method: 'POST', next, seconds });
      await drained.until(chosen.map(({ sub }) => sub));
    });
    return { ...accepted, processed: accepted.total / whole };
  };
  const result = await medianOf(rounds, once);
  await drained.stop();
  return result;
}

/** Ten members over a fortnight, other members each time, 8 in flight. */
export async function measureAvailability({ kalends, accounts, application, rounds, seconds }) {
  const member = round(accounts);
  const start = Math.ceil(Date.now() / day) * day;
  const query_periods = [{ start: iso(start), end: iso(start + 14 * day) }];
  const headers = { authorization: `Bearer ${application.client_secret}`, 'content-type': 'application/json' };
  const next = () => {
    const members = Array.from({ length: 10 }, () => ({ sub: member().sub }));
    const participants = [{ members, required: 5 }];
    const body = JSON.stringify({ participants, required_duration: { minutes: 30 }, query_periods });
    return { path: '/v1/availability', headers, body };
  };
  return medianOf(rounds, () => loadEach({ url: kalends.url(''), method: 'POST', next, seconds, concurrency: 8 }));
}
