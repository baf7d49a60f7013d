import { createEgress } from '@kalends/security';
import { startSimulator } from '@kalends/simulator';
import { GoogleProvider } from './google-provider.js';
import type { AccessTokens, ProfileTokens, RemoteCalendar, RemoteEvent } from '@kalends/provider-port/sync';

export const egress = createEgress({ allowNetworks: ['127.0.0.0/8', '::1/128'], timeoutMs: 60_000 });
export const ada = 'ada@example.com';
export const scope = 'https://www.googleapis.com/auth/calendar';

export interface Granted {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  sub: string;
}

/** Simulated Google, with Ada's primary calendar `Home`; she has consented to client `test`. */
export async function startGoogle() {
  const simulator = await startSimulator();
  const send = async (path: string, method: string, body?: unknown, token?: string) => {
    const response = await fetch(`${simulator.url}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
  };
  const control = (name: string, body: object = {}) => send(`/control/${name}`, 'POST', body);
  const seeded = await control('seed', {
    clients: [{ client_id: 'test', client_secret: 'secret', redirect_uris: [] }],
    users: [{ email: ada, name: 'Ada' }],
    calendars: [{ email: ada, id: ada, summary: 'Home', primary: true, timeZone: 'Europe/London' }],
    grants: [
      { email: ada, client_id: 'test', scope },
      { email: ada, client_id: 'test', scope },
    ],
  });
  const [grant, other] = seeded['grants'] as [Granted, Granted];
  const events = `/calendar/v3/calendars/${encodeURIComponent(ada)}/events`;
  return {
    ...simulator,
    control,
    /** Seeds more; returns the created grants. */
    seeded: async (more: object) => (await control('seed', more))['grants'] as Granted[],
    grant,
    apiUrl: `${simulator.url}/calendar/v3`,
    tokenUrl: `${simulator.url}/token`,
    /** How often an endpoint was called. */
    count: async (name: string) =>
      ((await send('/control/state', 'GET'))['counts'] as Record<string, number>)[name] ?? 0,
    /** Sends Ada's changes through another client. */
    others: (method: string, id?: string, body?: unknown, calendar?: string) => {
      const at = calendar === undefined ? events : `/calendar/v3/calendars/${encodeURIComponent(calendar)}/events`;
      const query = body === undefined ? '' : '?conferenceDataVersion=1';
      return send(`${id === undefined ? at : `${at}/${id}`}${query}`, method, body, other.access_token);
    },
    provider: (tokens: AccessTokens | ProfileTokens = fixed(grant.access_token)) =>
      new GoogleProvider({
        egress,
        baseUrl: `${simulator.url}/calendar/v3`,
        tokens: { scope: async () => [scope], ...tokens },
      }),
  };
}

/** One access token that cannot be refreshed. */
export const fixed = (token: string, granted = [scope]): ProfileTokens => ({
  scope: async () => granted,
  current: async () => token,
  renewed: async () => token,
});

export type SimulatedGoogle = Awaited<ReturnType<typeof startGoogle>>;

/** Everything that one read reports. */
export async function readChangesOf(
  provider: GoogleProvider,
  calendar: RemoteCalendar,
  { cursor }: { cursor: string | null },
) {
  const changed: RemoteEvent[] = [];
  const removed: string[] = [];
  const skipped: string[] = [];
  const result = await provider.changes(calendar, { cursor, known: new Map() }, async (batch) => {
    changed.push(...batch.changed);
    removed.push(...batch.removed);
    skipped.push(...(batch.skipped ?? []).map(({ href, reason }) => `${href} ${reason}`));
  });
  return { ...result, changed, removed, skipped };
}
