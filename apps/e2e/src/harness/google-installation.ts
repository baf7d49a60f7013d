import { startSimulator } from '@kalends/simulator';
import { freePort } from '@kalends/testing';
import { startDistributed, startEmbedded } from './deployment.js';
import { startGoogleConsent } from './google-consent.js';
import { Kalends } from './kalends.js';

export const ada = 'ada@example.com';
export const bob = 'bob@example.com';

interface SimulatedEvent {
  id: string;
  summary?: string;
  status: string;
}

interface SimulatedCalendar {
  id: string;
  summary: string;
  events: SimulatedEvent[];
}

interface SimulatedState {
  calendars: SimulatedCalendar[];
  microsoft: {
    calendars: {
      email: string;
      isDefault: boolean;
      events: { fields: { subject?: string; onlineMeeting?: object } }[];
    }[];
    mails: unknown[];
  };
}

/** A Kalends that offers Google: consent at `@emulators/google`, calendars at the simulator, which pushes changes. */
export interface GoogleInstallation {
  kalends: Kalends;
  simulatorUrl: string;
  /** Controls the simulator, see its `/control/…`. */
  control(name: string, body: object): Promise<void>;
  /** The events of a calendar at the simulator. */
  eventsOf(calendarId: string): Promise<SimulatedEvent[]>;
  /** The events of somebody's default calendar at the simulated Microsoft, as it stores them. */
  microsoftEventsOf(email: string): Promise<{ fields: { subject?: string; onlineMeeting?: object } }[]>;
  /** Somebody adds an event to their default calendar at Microsoft with another program. */
  addAtMicrosoft(email: string, event: object): Promise<void>;
  /** Mails that Exchange would have sent. */
  mails(): Promise<unknown[]>;
  /** Names of all calendars at the simulator. */
  calendarNames(): Promise<string[]>;
  stop(): Promise<void>;
}

const client = { client_id: 'kalends-e2e', client_secret: 'secret' };

/** People at Microsoft: at work, with a personal account, and in an organization whose administrator must approve. */
export const mia = 'mia@work.example';
export const otto = 'otto@outlook.example';
export const lena = 'lena@locked.example';

const microsoftUsers = [
  { email: mia, name: 'Mia', tenant: 'work', timeZone: 'Europe/London' },
  { email: otto, name: 'Otto', tenant: 'personal', timeZone: 'Europe/London' },
  { email: lena, name: 'Lena', tenant: 'admin-consent', timeZone: 'Europe/London' },
];

const microsoftSettings = (simulatorUrl: string, baseUrl: string) => ({
  MICROSOFT_CLIENT_ID: client.client_id,
  MICROSOFT_CLIENT_SECRET: client.client_secret,
  MICROSOFT_AUTHORITY_URL: simulatorUrl,
  MICROSOFT_GRAPH_URL: `${simulatorUrl}/v1.0`,
  MICROSOFT_NOTIFICATION_URL: `${baseUrl}/v1/provider_notifications/microsoft`,
});

/**
 * One process on the embedded bus, or five on the given brokers. It rarely polls: whatever is visible soon was pushed.
 * `microsoft`: offers Microsoft as well, with further settings.
 */
export async function startWithGoogle(
  brokers?: string,
  { microsoft = false }: { microsoft?: boolean | Record<string, string> } = {},
): Promise<GoogleInstallation> {
  const simulator = await startSimulator();
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const redirect_uri = `${baseUrl}/oauth/providers/google/callback`;
  const users = [
    { email: ada, name: 'Ada' },
    { email: bob, name: 'Bob' },
  ];
  const consent = await startGoogleConsent(simulator.url, users, { ...client, redirect_uri });
  const control = async (name: string, body: object) => {
    const response = await fetch(`${simulator.url}/control/${name}`, { method: 'POST', body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
  };
  const primary = { summary: 'Home', primary: true, timeZone: 'Europe/London' };
  const calendars = users.map(({ email }) => ({ email, id: email, ...primary }));
  await control('seed', { users, calendars });
  if (microsoft) {
    const redirect_uris = ['callback', 'admin-consent/callback'].map(
      (path) => `${baseUrl}/oauth/providers/microsoft/${path}`,
    );
    await control('seed', { microsoft: { clients: [{ ...client, redirect_uris }], users: microsoftUsers } });
  }
  const settings = {
    PORT: String(port),
    SYNC_INTERVAL: '3600',
    GOOGLE_CLIENT_ID: client.client_id,
    GOOGLE_CLIENT_SECRET: client.client_secret,
    GOOGLE_AUTHORIZE_URL: consent.authorizeUrl,
    GOOGLE_TOKEN_URL: consent.tokenUrl,
    GOOGLE_USERINFO_URL: `${simulator.url}/v1/userinfo`,
    GOOGLE_REVOKE_URL: `${simulator.url}/revoke`,
    GOOGLE_API_URL: `${simulator.url}/calendar/v3`,
    GOOGLE_NOTIFICATION_URL: `${baseUrl}/v1/provider_notifications/google`,
    ...(microsoft ? microsoftSettings(simulator.url, baseUrl) : {}),
    ...(typeof microsoft === 'object' ? microsoft : {}),
  };
  const running = await (brokers ? startDistributed(brokers, settings) : startEmbedded(settings));
  const state = async () => (await (await fetch(`${simulator.url}/control/state`)).json()) as SimulatedState;
  const stored = async () => (await state()).calendars;
  return {
    kalends: new Kalends(running.deployment),
    simulatorUrl: simulator.url,
    control,
    eventsOf: async (calendarId) => (await stored()).find(({ id }) => id === calendarId)?.events ?? [],
    microsoftEventsOf: async (email) =>
      (await state()).microsoft.calendars.find((one) => one.email === email && one.isDefault)?.events ?? [],
    addAtMicrosoft: async (email, event) => {
      const grants = [{ email, client_id: 'outlook', scope: 'Calendars.ReadWrite' }];
      const body = JSON.stringify({ microsoft: { grants } });
      const seeded = await fetch(`${simulator.url}/control/seed`, { method: 'POST', body });
      const { microsoft: granted } = (await seeded.json()) as { microsoft: { grants: [{ access_token: string }] } };
      const { status } = await fetch(`${simulator.url}/v1.0/me/events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${granted.grants[0].access_token}`, 'content-type': 'application/json' },
        body: JSON.stringify(event),
      });
      if (status !== 201) throw new Error(`the event was answered ${status}`);
    },
    mails: async () => (await state()).microsoft.mails,
    calendarNames: async () => (await stored()).map(({ summary }) => summary),
    stop: async () => {
      await running.stop();
      await Promise.all([consent.stop(), simulator.close()]);
    },
  };
}
