import { scope as googleScope } from '@kalends/provider-google/testing';
import { scope as microsoftScope } from '@kalends/provider-microsoft/testing';
import type { Sealer } from '@kalends/security';
import { startSimulator } from '@kalends/simulator';
import type { Pool } from 'pg';
import { hour, idOf, insertProfiles, type AccountsOfDays, type Size } from './accounts-of-days.fixture.js';
import { close, startCountingProxy } from './counting-proxy.fixture.js';
import { sealTokens } from './stored-credentials/profile-tokens.js';

type Simulated = 'google' | 'microsoft';

interface Grant {
  access_token: string;
  refresh_token: string;
}

const emailOf = (index: number) => `person${index}@work.example`;

/** People with calendars, and the tokens of Kalends and of another application. */
function seedOf(provider: Simulated, { accounts, calendars }: Size) {
  const clients = [{ client_id: 'kalends', client_secret: 'secret', redirect_uris: [] }];
  const people = Array.from({ length: accounts }, (_, index) => emailOf(index));
  const more = (email: string) =>
    Array.from({ length: calendars - 1 }, (_, n) => ({ email, name: `No. ${n + 2}`, summary: `No. ${n + 2}` }));
  const scope = provider === 'google' ? googleScope : microsoftScope.join(' ');
  const grants = people.flatMap((email) => ['kalends', 'other'].map((client_id) => ({ email, client_id, scope })));
  const users = people.map((email) => ({ email }));
  if (provider === 'microsoft') return { microsoft: { clients, users, calendars: people.flatMap(more), grants } };
  const primary = (email: string) => ({ email, id: email, summary: 'Home', primary: true });
  return { clients, users, calendars: people.flatMap((email) => [primary(email), ...more(email)]), grants };
}

/** One statement for all. */
async function insertTokens(
  pool: Pool,
  { sealer, scope }: { sealer: Sealer; scope: string[] },
  own: [Grant, number][],
) {
  const sealed = own.map(([tokens, expires_at], index) => sealTokens(sealer, idOf(index), { ...tokens, expires_at }));
  await pool.query(
    `INSERT INTO oauth_token SELECT profile_id, sealed, '', $3 FROM unnest($1::text[], $2::text[]) AS row (profile_id, sealed)`,
    [own.map((_, index) => idOf(index)), sealed, scope],
  );
}

const settingsOf = (url: string, notified: string | undefined): Record<string, string> => ({
  ...{ GOOGLE_CLIENT_ID: 'kalends', GOOGLE_CLIENT_SECRET: 'secret', GOOGLE_API_URL: `${url}/calendar/v3` },
  GOOGLE_TOKEN_URL: `${url}/token`,
  ...{ MICROSOFT_CLIENT_ID: 'kalends', MICROSOFT_CLIENT_SECRET: 'secret', MICROSOFT_GRAPH_URL: `${url}/v1.0` },
  MICROSOFT_AUTHORITY_URL: url,
  ...(notified === undefined ? {} : { GOOGLE_NOTIFICATION_URL: notified, MICROSOFT_NOTIFICATION_URL: notified }),
});

/** An event as another application sends it. */
function eventOf(provider: Simulated, title: string, startsAt: number): object {
  const whole = (at: number) => new Date(at).toISOString().slice(0, 19);
  const time = (at: number) => ({ dateTime: provider === 'google' ? `${whole(at)}Z` : whole(at), timeZone: 'UTC' });
  const times = { start: time(startsAt), end: time(startsAt + hour) };
  return { [provider === 'google' ? 'summary' : 'subject']: title, ...times };
}

async function post(url: string, body: object, headers: Record<string, string> = {}): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text}`);
  return text === '' ? {} : JSON.parse(text);
}

/** Accounts at the simulated Google or Microsoft. */
export async function startSimulatedAccounts(provider: Simulated, size: Size, now: number): Promise<AccountsOfDays> {
  const simulator = await startSimulator();
  const proxy = await startCountingProxy(simulator.url);
  const control = (name: string, body: object) => post(`${simulator.url}/control/${name}`, body);
  const setClock = async (to: number) => void (await control('clock', { now: new Date(to).toISOString() }));
  const limit = (tokenSeconds: number) =>
    control(provider === 'google' ? 'limits' : 'microsoft/limits', { tokenSeconds });
  await setClock(now);
  // the tokens of the other application last for all of the days
  await limit(90 * 86_400);
  const seeded = (await control('seed', seedOf(provider, size))) as { grants: Grant[]; microsoft: { grants: Grant[] } };
  await limit(3_600);
  const { grants } = provider === 'google' ? seeded : seeded.microsoft;
  const scope = provider === 'google' ? [googleScope] : microsoftScope;
  const name = provider === 'google' ? 'google' : 'exchange';
  const own = grants.filter((_, index) => index % 2 === 0);
  return {
    proxy,
    setClock,
    settings: (notified) => settingsOf(proxy.url, notified),
    insert: async (pool, sealer, at) => {
      await insertProfiles(
        pool,
        own.map((_, index) => ({ provider: name, profile_id: idOf(index) })),
        at,
      );
      await insertTokens(
        pool,
        { sealer, scope },
        own.map(({ access_token, refresh_token }) => [{ access_token, refresh_token }, at + hour]),
      );
    },
    lists: /(calendarList|\/me\/calendars)$/,
    drop: (count) =>
      provider === 'google'
        ? control('pushes', { drop: count })
        : control('microsoft/notifications', { createdAndUpdated: false, drop: count }),
    add: async (index, title, startsAt) => {
      const path =
        provider === 'google'
          ? `/calendar/v3/calendars/${encodeURIComponent(emailOf(index))}/events`
          : '/v1.0/me/events';
      const authorization = `Bearer ${grants[2 * index + 1]!.access_token}`;
      await post(`${simulator.url}${path}`, eventOf(provider, title, startsAt), { authorization });
    },
    stop: () => {
      close(proxy.server);
      return simulator.close();
    },
  };
}
