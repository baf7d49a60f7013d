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

/** A Kalends that offers Google: consent at `@emulators/google`, calendars at the simulator, which pushes changes. */
export interface GoogleInstallation {
  kalends: Kalends;
  /** Controls the simulator, see its `/control/…`. */
  control(name: string, body: object): Promise<void>;
  /** The events of a calendar at the simulator. */
  eventsOf(calendarId: string): Promise<SimulatedEvent[]>;
  /** Names of all calendars at the simulator. */
  calendarNames(): Promise<string[]>;
  stop(): Promise<void>;
}

const client = { client_id: 'kalends-e2e', client_secret: 'secret' };

/** One process on the embedded bus, or five on the given brokers. It rarely polls: whatever is visible soon was pushed. */
export async function startWithGoogle(brokers?: string): Promise<GoogleInstallation> {
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
  };
  const running = await (brokers ? startDistributed(brokers, settings) : startEmbedded(settings));
  const stored = async () => {
    const answer = await fetch(`${simulator.url}/control/state`);
    return ((await answer.json()) as { calendars: SimulatedCalendar[] }).calendars;
  };
  return {
    kalends: new Kalends(running.deployment),
    control,
    eventsOf: async (calendarId) => (await stored()).find(({ id }) => id === calendarId)?.events ?? [],
    calendarNames: async () => (await stored()).map(({ summary }) => summary),
    stop: async () => {
      await running.stop();
      await Promise.all([consent.stop(), simulator.close()]);
    },
  };
}
