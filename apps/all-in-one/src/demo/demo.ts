import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demoCallbackPath } from '@kalends/gateway';
import { dateOf } from '@kalends/icalendar';
import type { AllInOne } from '../start.js';
import { firstEvents } from './first-events.js';

/** The content of `DATA_DIR/demo.json`: everything that a first call needs. */
export interface Demo {
  base_url: string;
  admin_key: string;
  client_id: string;
  client_secret: string;
  sub: string;
  access_token: string;
  refresh_token: string;
  calendar_id: string;
  /** Where replies to Smart Invites are delivered. */
  smtp_port: number;
}

type Json = Record<string, unknown>;

async function call<Answer = Json>(url: string, key: string | null, body: Json): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${new URL(url).pathname} answered ${response.status}: ${text}`);
  return (text === '' ? {} : JSON.parse(text)) as Answer;
}

/** Of the example application (`npm run example`), and of the journey from the landing page, which shows it to this machine only. */
const redirectUrisOf = ({ publicUrl, isLocal }: AllInOne) => [
  'http://127.0.0.1:8080/callback',
  ...(isLocal ? [`${publicUrl}${demoCallbackPath}`] : []),
];

async function create(running: AllInOne, events: readonly Json[]): Promise<Demo> {
  const { url, adminKey } = running;
  const application = await call<{ client_id: string; client_secret: string }>(
    `${url}/admin/v1/applications`,
    adminKey,
    {
      name: 'Demo application',
      redirect_uris: redirectUrisOf(running),
    },
  );
  const path = `${url}/admin/v1/applications/${application.client_id}/accounts`;
  const account = await call<Pick<Demo, 'sub' | 'access_token' | 'refresh_token' | 'calendar_id'>>(path, adminKey, {
    email: 'demo@kalends.example',
    name: 'Demo User',
    default_tzid: 'Etc/UTC',
  });
  for (const event of events) {
    await call(`${url}/v1/calendars/${account.calendar_id}/events`, account.access_token, event);
  }
  const { client_id, client_secret } = application;
  const { sub, access_token, refresh_token, calendar_id } = account;
  return {
    base_url: running.publicUrl,
    admin_key: adminKey,
    client_id,
    client_secret,
    sub,
    access_token,
    refresh_token,
    calendar_id,
    smtp_port: running.smtpPort,
  };
}

/** Registers the redirect addresses of this start as well: its port may be another. */
async function register({ url, adminKey, ...running }: AllInOne, clientId: string): Promise<void> {
  const headers = { authorization: `Bearer ${adminKey}` };
  const listed = (await (await fetch(`${url}/admin/v1/applications`, { headers })).json()) as {
    applications: { client_id: string; redirect_uris: string[] }[];
  };
  const registered = listed.applications.find(({ client_id }) => client_id === clientId)?.redirect_uris ?? [];
  const others = registered.filter((uri) => !uri.endsWith(demoCallbackPath));
  const redirect_uris = [...new Set([...others, ...redirectUrisOf({ ...running, url, adminKey })])];
  await call(`${url}/admin/v1/applications/${clientId}`, adminKey, { redirect_uris });
}

/** The stored demo with a fresh access token; throws when there is none, or it does not work any more. */
async function renew(running: AllInOne, path: string): Promise<Demo> {
  const stored = JSON.parse(await readFile(path, 'utf8')) as Demo;
  const { client_id, client_secret, refresh_token } = stored;
  const grant = { grant_type: 'refresh_token', client_id, client_secret, refresh_token };
  const { access_token } = await call<Pick<Demo, 'access_token'>>(`${running.url}/oauth/token`, null, grant);
  const { publicUrl: base_url, adminKey: admin_key, smtpPort: smtp_port } = running;
  return { ...stored, base_url, admin_key, smtp_port, access_token };
}

const pathOf = ({ dataDir }: AllInOne) => join(dataDir, 'demo.json');

async function save(path: string, demo: Demo): Promise<void> {
  await writeFile(`${path}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await chmod(`${path}.new`, 0o600);
  await rename(`${path}.new`, path);
}

async function offer(running: AllInOne, demo: Demo): Promise<void> {
  await save(pathOf(running), demo);
  running.offerDemo(demo);
}

interface PreparedDemo {
  demo: Demo;
  /** Of `demo.json`. */
  path: string;
  /** How many events were written into its calendar. */
  written: number;
}

/**
 * Creates the demo on the first start, and refreshes its token on later ones. From then on the landing page shows it. `now`:
 * epoch ms.
 */
export async function prepareDemo(running: AllInOne, now: number): Promise<PreparedDemo> {
  const path = pathOf(running);
  const stored = await renew(running, path).catch(() => null);
  if (stored) await register(running, stored.client_id);
  const events = stored ? [] : firstEvents(dateOf(now, 'Etc/UTC'));
  const demo = stored ?? (await create(running, events));
  await offer(running, demo);
  return { demo, path, written: events.length };
}

/** Gives the demo a fresh access token, before the hour of the one in `demo.json` and on the landing page is over. */
export async function refreshDemo(running: AllInOne): Promise<void> {
  await offer(running, await renew(running, pathOf(running)));
}
