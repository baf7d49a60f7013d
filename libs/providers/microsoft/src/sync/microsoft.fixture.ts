import { createEgress } from '@kalends/security';
import { startSimulator } from '@kalends/simulator';
import type { AccessTokens, ProfileTokens, LastRead, RemoteCalendar, RemoteEvent } from '@kalends/provider-port/sync';
import { MicrosoftProvider, type MicrosoftOptions } from './microsoft-provider.js';

export const egress = createEgress({ allowNetworks: ['127.0.0.0/8', '::1/128'], timeoutMs: 60_000 });
export const ada = 'ada@work.example';
export const scope = ['openid', 'offline_access', 'User.Read', 'Calendars.ReadWrite'];

interface Granted {
  access_token: string;
  refresh_token: string;
}

/** One access token that cannot be refreshed. */
export const fixed = (token: string, granted: readonly string[] = scope): ProfileTokens => ({
  scope: async () => granted,
  current: async () => token,
  renewed: async () => token,
});

export interface Answered {
  status: number;
  body: Record<string, unknown>;
}

/** Simulated Microsoft, with Ada's default calendar `Home`; she has consented to client `test`. */
export async function startMicrosoft() {
  const simulator = await startSimulator();
  const graphUrl = `${simulator.url}/v1.0`;
  const send = async (url: string, method: string, body?: unknown, token?: string): Promise<Answered> => {
    const response = await fetch(url, {
      method,
      headers: {
        'content-type': 'application/json',
        prefer: 'IdType="ImmutableId"',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> };
  };
  const control = async (name: string, body: object = {}) => {
    const answer = await send(`${simulator.url}/control/${name}`, 'POST', body);
    if (answer.status >= 300) throw new Error(`${name}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const grant = { email: ada, client_id: 'test', scope: scope.join(' ') };
  const seeded = (await control('seed', {
    microsoft: {
      clients: [{ client_id: 'test', client_secret: 'secret', redirect_uris: [] }],
      users: [{ email: ada, name: 'Ada' }],
      grants: [grant, grant],
    },
  })) as { microsoft: { calendars: string[]; grants: Granted[] } };
  const [own, other] = seeded.microsoft.grants as [Granted, Granted];
  const calendarId = seeded.microsoft.calendars[0]!;
  /** Sends Ada's changes through another client; a path below Graph's address. */
  const raw = (method: string, path: string, body?: unknown) =>
    send(`${graphUrl}${path}`, method, body, other.access_token);
  const others = async (method: string, path: string, body?: unknown) => {
    const answer = await raw(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  await others('PATCH', `/me/calendars/${calendarId}`, { name: 'Home' });
  const options = { egress, graphUrl, personal: false };
  const provider = (
    tokens: AccessTokens | ProfileTokens = fixed(own.access_token),
    more: Partial<MicrosoftOptions> = {},
  ) => new MicrosoftProvider({ ...options, ...more, tokens: { scope: async () => scope, ...tokens } });
  return {
    ...simulator,
    graphUrl,
    control,
    raw,
    others,
    provider,
    grant: own,
    otherToken: other.access_token,
    calendarId,
    events: `/me/calendars/${calendarId}/events`,
    /** How often each endpoint was called. */
    counts: async (): Promise<Record<string, number>> => {
      const { body } = await send(`${simulator.url}/control/state`, 'GET');
      return (body['microsoft'] as { counts: Record<string, number> }).counts;
    },
  };
}

export type SimulatedMicrosoft = Awaited<ReturnType<typeof startMicrosoft>>;

/** Everything that one read reports. */
export async function readChangesOf(
  provider: MicrosoftProvider,
  calendar: RemoteCalendar,
  { cursor, known = new Map(), listAll = false }: Partial<LastRead> & Pick<LastRead, 'cursor'>,
) {
  const changed: RemoteEvent[] = [];
  const removed: string[] = [];
  const unchanged: string[] = [];
  const skipped: string[] = [];
  const result = await provider.changes(calendar, { cursor, known, listAll }, async (batch) => {
    changed.push(...batch.changed);
    removed.push(...batch.removed);
    unchanged.push(...(batch.unchanged ?? []));
    skipped.push(...(batch.skipped ?? []).map(({ href }) => href));
  });
  return { ...result, changed, removed, unchanged, skipped };
}

/** What a caller knows after it has stored changes. */
export const knownOf = (changed: readonly RemoteEvent[]): Map<string, string> =>
  new Map(changed.map(({ href, etag }) => [href, etag]));
