import { join } from 'node:path';
import { freePort } from '@kalends/testing';
import { root, startNode, untilAnswers } from '../harness/processes.js';

export interface GoogleTime {
  date?: string;
  dateTime?: string;
  timeZone?: string;
}

/** The fields of an event resource (Google Calendar API v3) that the oracle uses. */
export interface GoogleResource {
  id: string;
  status: string;
  summary?: string;
  transparency?: string;
  start?: GoogleTime;
  end?: GoogleTime;
  recurrence?: string[];
  recurringEventId?: string;
  originalStartTime?: GoogleTime;
}

export interface Person {
  email: string;
  /** Token of the other calendar app that the person uses. */
  other_token: string;
}

export const clientId = 'convergence';
export const clientSecret = 'secret';
const scope = 'https://www.googleapis.com/auth/calendar';

interface Answered {
  status: number;
  body: unknown;
}

interface Seeded {
  grants: { access_token: string }[];
}

/** Google, simulated in its own process: what people do there, and faults to inject. */
export class Google {
  private constructor(
    readonly url: string,
    readonly stop: () => Promise<void>,
  ) {}

  static async start(logFile: string): Promise<Google> {
    const port = await freePort();
    const env = { SIMULATOR_PORT: String(port) };
    const started = startNode(join(root, 'dist/simulator.js'), env, logFile);
    const url = `http://127.0.0.1:${port}`;
    await untilAnswers(`${url}/control/state`, started, logFile);
    const google = new Google(url, () => started.kill());
    await google.control('reset');
    await google.control('limits', { tokenSeconds: 86_400 });
    return google;
  }

  async control<Result = unknown>(name: string, body: object = {}): Promise<Result> {
    const response = await fetch(`${this.url}/control/${name}`, { method: 'POST', body: JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${name}: ${response.status} ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as Result;
  }

  /** Registers the service's OAuth clients with their redirect addresses below `base`. */
  async registerClients(base: string): Promise<void> {
    const client = { client_id: clientId, client_secret: clientSecret };
    await this.control('seed', {
      clients: [{ ...client, redirect_uris: [`${base}/google/callback`] }],
      microsoft: { clients: [{ ...client, redirect_uris: [`${base}/microsoft/callback`] }] },
    });
    await this.control('microsoft/limits', { tokenSeconds: 86_400 });
  }

  /** A person with a primary calendar in UTC, which they use with another calendar app. */
  async person(email: string): Promise<Person> {
    const { grants } = await this.control<Seeded>('seed', {
      users: [{ email, name: email }],
      calendars: [{ email, id: email, summary: email, primary: true, timeZone: 'UTC' }],
      grants: [{ email, client_id: 'phone', scope }],
    });
    return { email, other_token: grants[0]!.access_token };
  }

  /**
   * A request of the person's other calendar app; returns the status. It names the calendar `primary`, which exempts it from
   * the faults scripted for the calendar's own address.
   */
  async requestOfOtherApp(person: Person, method: string, id: string | null, body?: object): Promise<number> {
    return (await this.phone(person, method, id === null ? '' : `/${id}`, body)).status;
  }

  async event(person: Person, id: string): Promise<GoogleResource> {
    return (await this.phone(person, 'GET', `/${id}`)).body as GoogleResource;
  }

  /** At most 2,500 events, more than a person has here. */
  async listed(person: Person): Promise<GoogleResource[]> {
    return ((await this.phone(person, 'GET', '?maxResults=2500')).body as { items: GoogleResource[] }).items;
  }

  private async phone(person: Person, method: string, rest: string, body?: object, again = true): Promise<Answered> {
    const path = `${this.url}/calendar/v3/calendars/primary/events${rest}`;
    const headers = { authorization: `Bearer ${person.other_token}`, 'content-type': 'application/json' };
    const response = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
    const text = await response.text();
    if (response.status !== 401 || !again) {
      return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
    }
    const grants = [{ email: person.email, client_id: 'phone', scope }];
    person.other_token = (await this.control<Seeded>('seed', { grants })).grants[0]!.access_token;
    return this.phone(person, method, rest, body, false);
  }

  /** The provider's data, by calendar, read without the service. */
  async stored(): Promise<Map<string, GoogleResource[]>> {
    const state = (await (await fetch(`${this.url}/control/state`)).json()) as {
      calendars: { id: string; events: GoogleResource[] }[];
    };
    return new Map(state.calendars.map(({ id, events }) => [id, events]));
  }
}
