import {
  stageProfile,
  settleProfile,
  type SettleProfile,
  type StagedCredentials,
  type StageProfile,
  type StageProfileReply,
} from '@kalends/contracts';
import type { Sealer } from '@kalends/security';
import { startSimulator } from '@kalends/simulator';
import { relinkUrlOf } from '../../accounts/relink-url.js';
import { encryptionKey, publicUrl, startTestGateway } from '../../gateway.fixture.js';
import type { GatewayDatabase } from '../../read-model/gateway-database.fixture.js';
import { tokenHash } from '../../tokens/hash.js';
import { Visitor, type Step } from './visitor.fixture.js';

export { publicUrl, Visitor, type Step };
export const redirectUri = 'https://app.example/callback';
const client_secret = 'KAL_planted-secret-0123456789';
export const ada = 'ada@example.com';
export const bob = 'bob@example.com';

export const consentScopes = {
  events: 'https://www.googleapis.com/auth/calendar.events',
  read: 'https://www.googleapis.com/auth/calendar.events.readonly',
  times: 'https://www.googleapis.com/auth/calendar.events.freebusy',
  lists: 'https://www.googleapis.com/auth/calendar.calendarlist.readonly',
  create: 'https://www.googleapis.com/auth/calendar.app.created',
};

/** The journey's first address. */
export const authorizeUrl = (more: Record<string, string> = {}) =>
  `/oauth/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id: 'app',
    redirect_uri: redirectUri,
    scope: 'read_events create_event',
    state: 'app-state',
    ...more,
  })}`;

/** From the application to Google's consent page. */
export async function toGoogle(visitor: Visitor, more: Record<string, string> = {}): Promise<string> {
  const redirect = await visitor.open(authorizeUrl({ provider_name: 'google', ...more }));
  return (await visitor.open(redirect.location)).location;
}

/** To Google, consent, and back. */
export const connect = async (visitor: Visitor, email = ada, more: Record<string, string> = {}): Promise<Step> =>
  visitor.open(await decideAtGoogle(await toGoogle(visitor, more), email));

/** Presses Allow or Deny on the next page; returns the redirect to the application. */
export async function press(visitor: Visitor, next: string, decision: 'allow' | 'deny') {
  const { page } = await visitor.open(next);
  const form = { journey: Visitor.hidden(page, 'journey'), decision };
  const { location, setCookies } = await visitor.open('/oauth/authorize/consent', form);
  return { page, answer: new URL(location), setCookies };
}

/** The same, and the application redeems its code. */
export async function decide(visitor: Visitor, next: string, decision: 'allow' | 'deny') {
  const decided = await press(visitor, next, decision);
  const code = decided.answer.searchParams.get('code');
  if (code !== null) await redeem(visitor, code);
  return decided;
}

/** The application of the visitor's journey redeems a code. */
export async function redeem(visitor: Visitor, code: string, more: Record<string, string> = {}) {
  const form = { grant_type: 'authorization_code', client_id: 'app', client_secret, code, redirect_uri: redirectUri };
  const { status, page } = await visitor.open('/oauth/token', { ...form, ...more });
  return { status, body: JSON.parse(page) as Record<string, string> };
}

type Of<Kind extends StagedCredentials['kind']> = Extract<StagedCredentials, { kind: Kind }>;
/** A request to stage a consent, or another password. */
export type Requested<Kind extends StagedCredentials['kind']> = Omit<StageProfile, 'credentials'> & Of<Kind>;

type Answer<Kind extends StagedCredentials['kind']> = (
  stageRequests: Requested<Kind>,
) => StageProfileReply | Error | object;

const staged: Answer<'oauth'> = ({ provider_name, profile_name }) => ({
  outcome: 'staged',
  provider_name,
  profile_name,
  earlier_profile_proved: false,
  calendar_names: [],
});

export interface ConsentSetup {
  database: GatewayDatabase;
  sealer: Sealer;
  /** Where the gateway itself listens. */
  url: string;
  google: string;
  /** Consents that calendar-sync was requested to stage. */
  stageRequests: Requested<'oauth'>[];
  /** calendar-sync's replies to the next requests; restored by `reset`. */
  answer: { now: Answer<'oauth'>; typed: Answer<'password'>; relink: Answer<'another-password'> };
  /** Entered credentials that it was requested to stage. */
  typed: Requested<'password'>[];
  relinkRequests: Requested<'another-password'>[];
  /** Messages to calendar-sync that settle staged connections, since the last reset. */
  settled(): Promise<SettleProfile[]>;
  visitor(headers?: Record<string, string>): Visitor;
  /** The application redeems a code. */
  redeem(code: string, more?: Record<string, string>): Promise<{ status: number; body: Record<string, string> }>;
  /** From the gateway's redirect to Google: consent there, Allow here. */
  consentAt(visitor: Visitor, start: string, email: string): Promise<{ consent: string; answer: URL }>;
  /** As the application receives it. */
  relinkUrl(profileId: string): string;
  control(name: string, body?: object): Promise<Record<string, unknown>>;
  /** How often Google's endpoints were called. */
  counts(): Promise<Record<string, number>>;
  /** Rows of one of the gateway's tables. */
  count(table: string): Promise<number>;
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** The gateway on a real database, with Google and calendar-sync simulated. `now`: epoch ms. */
export async function startConsentSetup(
  now: () => number,
  more: Record<string, string | undefined> = {},
): Promise<ConsentSetup> {
  const simulator = await startSimulator();
  const stageRequests: Requested<'oauth'>[] = [];
  const typed: Requested<'password'>[] = [];
  const relinkRequests: Requested<'another-password'>[] = [];
  const noReply = () => new Error('no reply is defined for that');
  const answer: ConsentSetup['answer'] = { now: staged, typed: noReply, relink: noReply };
  const replyTo = (topic: string, { credentials, ...rest }: StageProfile) => {
    if (topic !== stageProfile.name) throw new Error('another request');
    if (credentials.kind === 'oauth') {
      stageRequests.push({ ...rest, ...credentials });
      return answer.now(stageRequests.at(-1)!);
    }
    if (credentials.kind === 'password') {
      typed.push({ ...rest, ...credentials });
      return answer.typed(typed.at(-1)!);
    }
    relinkRequests.push({ ...rest, ...credentials });
    return answer.relink(relinkRequests.at(-1)!);
  };
  const env = {
    ALLOW_NETWORKS: '127.0.0.0/8',
    GOOGLE_CLIENT_ID: 'kalends',
    GOOGLE_CLIENT_SECRET: 'client-secret',
    GOOGLE_AUTHORIZE_URL: `${simulator.url}/o/oauth2/v2/auth`,
    GOOGLE_TOKEN_URL: `${simulator.url}/token`,
    GOOGLE_USERINFO_URL: `${simulator.url}/v1/userinfo`,
    GOOGLE_REVOKE_URL: `${simulator.url}/revoke`,
    MICROSOFT_CLIENT_ID: 'kalends',
    MICROSOFT_CLIENT_SECRET: 'client-secret',
    MICROSOFT_AUTHORITY_URL: simulator.url,
    ...more,
  };
  const { database, sealer, url, outbox, stop } = await startTestGateway({ env, replyTo, now });
  await database.pool.query("UPDATE application SET redirect_uris = $1, name = 'Planner'", [[redirectUri]]);
  await database.pool.query(
    `INSERT INTO application_secret (secret_id, client_id, secret_hash, secret_sealed) VALUES ('sec_1', 'app', $1, 'v1.sealed')`,
    [tokenHash(client_secret)],
  );
  const control = async (name: string, body: object = {}) => {
    const response = await fetch(`${simulator.url}/control/${name}`, { method: 'POST', body: JSON.stringify(body) });
    const text = await response.text();
    return (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
  };
  const state = async () => (await (await fetch(`${simulator.url}/control/state`)).json()) as { counts: object };
  return {
    database,
    sealer,
    url,
    google: simulator.url,
    stageRequests,
    typed,
    relinkRequests,
    answer,
    settled: async () => (await outbox(settleProfile.name)) as SettleProfile[],
    count: async (table) => (await database.pool.query(`SELECT 1 FROM ${table}`)).rowCount ?? 0,
    visitor: (headers) => new Visitor(url, headers),
    redeem: (code, more) => redeem(new Visitor(url), code, more),
    consentAt: async (visitor, start, email) => {
      const google = (await visitor.open(start)).location;
      const back = await visitor.open(await decideAtGoogle(google, email));
      const { page, answer } = await press(visitor, back.location, 'allow');
      return { consent: page, answer };
    },
    relinkUrl: relinkUrlOf({ PUBLIC_URL: publicUrl, ENCRYPTION_KEY: [Buffer.from(encryptionKey, 'hex')] }),
    control,
    counts: async () => (await state()).counts as Record<string, number>,
    reset: async () => {
      stageRequests.length = 0;
      typed.length = 0;
      relinkRequests.length = 0;
      Object.assign(answer, { now: staged, typed: noReply, relink: noReply });
      await control('reset');
      const redirect_uris = [`${publicUrl}/oauth/providers/google/callback`];
      await control('seed', {
        clients: [{ client_id: 'kalends', client_secret: 'client-secret', redirect_uris }],
        users: [
          { email: ada, name: 'Ada' },
          { email: bob, name: 'Bob' },
        ],
        microsoft: {
          clients: [{ client_id: 'kalends', client_secret: 'client-secret', redirect_uris: microsoftRedirects }],
          users: microsoftUsers,
        },
      });
      for (const table of [
        'account',
        'pending_profile',
        'pending_calendar',
        'staged_connection',
        'journey_end',
        'outbox',
      ])
        await database.pool.query(`DELETE FROM ${table}`);
    },
    close: async () => {
      await Promise.all([simulator.close(), stop()]);
    },
  };
}

/** Where Microsoft may redirect, and who can sign in there: at work, personally, and where an administrator has to approve. */
const microsoftRedirects = [
  `${publicUrl}/oauth/providers/microsoft/callback`,
  `${publicUrl}/oauth/providers/microsoft/admin-consent/callback`,
];
export const grace = 'grace@work.example';
export const eve = 'eve@outlook.example';
export const alan = 'alan@locked.example';
const microsoftUsers = [
  { email: grace, name: 'Grace', tenant: 'work' },
  { email: eve, name: 'Eve', tenant: 'personal' },
  { email: alan, name: 'Alan', tenant: 'admin-consent' },
];

/** From the application to Microsoft's consent page. */
export async function toMicrosoft(visitor: Visitor, more: Record<string, string> = {}): Promise<string> {
  const redirect = await visitor.open(authorizeUrl({ provider_name: 'exchange', ...more }));
  return (await visitor.open(redirect.location)).location;
}

/** A person's decision on one of Microsoft's pages: a sign-in, or an approval. Returns Microsoft's redirect. */
export async function decideAtMicrosoft(
  address: string,
  email: string,
  decision: 'allow' | 'deny' = 'allow',
): Promise<string> {
  const { origin, pathname, searchParams } = new URL(address);
  const body = new URLSearchParams([...searchParams, ['email', email], ['decision', decision]]);
  const response = await fetch(`${origin}${pathname}`, { method: 'POST', redirect: 'manual', body });
  const location = response.headers.get('location');
  if (!location) throw new Error(`Microsoft answered ${response.status}: ${await response.text()}`);
  return location;
}

/** To Microsoft, sign in there, and back. */
export const connectMicrosoft = async (
  visitor: Visitor,
  email: string,
  more: Record<string, string> = {},
): Promise<Step> => visitor.open(await decideAtMicrosoft(await toMicrosoft(visitor, more), email));

/** A person's decision at Google: consents (with all or some scopes), or not. Returns Google's redirect. */
export async function decideAtGoogle(
  consentPage: string,
  email: string,
  decision: 'allow' | 'deny' = 'allow',
  granted: string[] = [],
): Promise<string> {
  const { origin, searchParams } = new URL(consentPage);
  const form = new URLSearchParams([...searchParams, ['email', email], ['decision', decision]]);
  for (const one of granted) form.append('granted', one);
  const response = await fetch(`${origin}/o/oauth2/v2/auth/callback`, {
    method: 'POST',
    redirect: 'manual',
    body: form,
  });
  const location = response.headers.get('location');
  if (!location) throw new Error(`Google answered ${response.status}: ${await response.text()}`);
  return location;
}
