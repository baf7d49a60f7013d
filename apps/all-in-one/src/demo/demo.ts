import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demoCallbackPath } from '@kalends/gateway';
import { addDays, dateOf, weekday } from '@kalends/icalendar';
import type { AllInOne } from '../start.js';

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

interface Timed extends Json {
  days: number;
  from: string;
  to: string;
}

/** A few realistic events in the current week, with days counted from its Monday. */
function events(today: string): Json[] {
  const monday = addDays(today, -((weekday(today) + 6) % 7));
  const at = (days: number, time: string) => `${addDays(monday, days)}T${time}:00Z`;
  const timed = (event_id: string, summary: string, { days, from, to, ...more }: Timed) => ({
    event_id,
    summary,
    start: at(days, from),
    end: at(days, to),
    ...more,
  });
  return [
    timed('demo-planning', 'Planning for the week', {
      days: 0,
      from: '09:00',
      to: '09:45',
      location: { description: 'Room 2' },
    }),
    timed('demo-lunch', 'Lunch with Priya', {
      days: 2,
      from: '12:00',
      to: '13:00',
      location: { description: 'Corner café' },
    }),
    timed('demo-review', 'Design review', {
      days: 3,
      from: '14:00',
      to: '15:30',
      description: 'Second round: the booking page.',
    }),
    timed('demo-dentist', 'Dentist', { days: 8, from: '08:30', to: '09:15' }),
    { event_id: 'demo-offsite', summary: 'Team offsite', start: addDays(monday, 10), end: addDays(monday, 12) },
  ];
}

/** Of the example application (`npm run example`), and of the journey from the landing page. */
const redirectUrisOf = ({ publicUrl }: AllInOne) => [
  'http://127.0.0.1:8080/callback',
  `${publicUrl}${demoCallbackPath}`,
];

async function create(running: AllInOne, now: number): Promise<Demo> {
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
  for (const event of events(dateOf(now, 'Etc/UTC'))) {
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
  };
}

/** Adds this start's redirect addresses to those of the demo application: its port may be another. */
async function register({ url, adminKey, ...running }: AllInOne, clientId: string): Promise<void> {
  const headers = { authorization: `Bearer ${adminKey}` };
  const listed = (await (await fetch(`${url}/admin/v1/applications`, { headers })).json()) as {
    applications: { client_id: string; redirect_uris: string[] }[];
  };
  const known = listed.applications.find(({ client_id }) => client_id === clientId)?.redirect_uris ?? [];
  const redirect_uris = [...new Set([...known, ...redirectUrisOf({ ...running, url, adminKey })])];
  await call(`${url}/admin/v1/applications/${clientId}`, adminKey, { redirect_uris });
}

/** The demo of an earlier start with a fresh access token, or null when none works any more. */
async function renew(running: AllInOne, path: string): Promise<Demo | null> {
  try {
    const stored = JSON.parse(await readFile(path, 'utf8')) as Demo;
    const { access_token } = await call<Pick<Demo, 'access_token'>>(`${running.url}/oauth/token`, null, {
      grant_type: 'refresh_token',
      client_id: stored.client_id,
      client_secret: stored.client_secret,
      refresh_token: stored.refresh_token,
    });
    await register(running, stored.client_id);
    return { ...stored, base_url: running.publicUrl, admin_key: running.adminKey, access_token };
  } catch {
    return null;
  }
}

async function save(path: string, demo: Demo): Promise<void> {
  await writeFile(`${path}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await chmod(`${path}.new`, 0o600);
  await rename(`${path}.new`, path);
}

/**
 * Creates the demo on the first start, and refreshes its token on later ones; returns it and its file. From then on the
 * landing page shows it. `now`: epoch ms.
 */
export async function prepareDemo(running: AllInOne, now: number): Promise<{ demo: Demo; path: string }> {
  const path = join(running.dataDir, 'demo.json');
  const demo = (await renew(running, path)) ?? (await create(running, now));
  await save(path, demo);
  running.offerDemo(demo);
  return { demo, path };
}
