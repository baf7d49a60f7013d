import { waitUntil } from '@kalends/testing';
import type { Google } from './google.js';

/** The fields of a stored event in the simulator's state that the oracle uses. */
export interface GraphEvent {
  id: string;
  fields: { subject?: string; isAllDay?: boolean; showAs?: string };
  start: GraphTime;
  end: GraphTime;
  recurrence?: GraphRecurrence;
  exception?: { masterId: string; date: string };
  /** Dates of a series on which it does not take place. */
  cancelled: string[];
}

/** A wall clock reading in a zone. */
export interface GraphTime {
  dateTime: string;
  timeZone: string;
}

interface GraphRecurrence {
  pattern: { type: string };
  range: { numberOfOccurrences: number };
}

interface State {
  microsoft: { calendars: { id: string; email: string; isDefault: boolean; events: GraphEvent[] }[]; mails: unknown[] };
}

interface Seeded {
  microsoft: { grants: { access_token: string }[] };
}

const scope = 'openid profile offline_access User.Read Calendars.ReadWrite';
const again = [429, 503, 504];

/** Somebody's mailbox at the simulated Microsoft, and their token for another calendar app. */
export class Mailbox {
  private token = '';

  private constructor(
    private readonly simulator: Google,
    readonly email: string,
  ) {}

  /** A mailbox in UTC, of a work account, with one calendar. */
  static async create(simulator: Google, email: string): Promise<Mailbox> {
    const mailbox = new Mailbox(simulator, email);
    await simulator.control('seed', {
      microsoft: { users: [{ email, name: email, tenant: 'work', timeZone: 'UTC' }] },
    });
    await mailbox.grant();
    return mailbox;
  }

  async calendar(): Promise<State['microsoft']['calendars'][number]> {
    const { microsoft } = await this.state();
    return microsoft.calendars.find(({ email, isDefault }) => email === this.email && isDefault)!;
  }

  /** Mails that Exchange would have sent, to anybody. */
  async mails(): Promise<unknown[]> {
    return (await this.state()).microsoft.mails;
  }

  /**
   * A request of another calendar app, by the address of the default calendar, which exempts it from the faults scripted for
   * the calendar's own address. Repeated while the mailbox is busy.
   */
  async request<Body = { id: string }>(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; body: Body }> {
    return waitUntil(
      async () => {
        const response = await fetch(`${this.simulator.url}/v1.0/me/calendar/events${path}`, {
          method,
          headers: {
            authorization: `Bearer ${this.token}`,
            'content-type': 'application/json',
            prefer: 'IdType="ImmutableId"',
          },
          body: body && JSON.stringify(body),
        });
        const text = await response.text();
        if (response.status === 401) await this.grant();
        if (response.status === 401 || again.includes(response.status)) return undefined;
        return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Body };
      },
      { timeout: 60_000, interval: 50, what: `${method} ${path} of the other app` },
    );
  }

  private async grant(): Promise<void> {
    const grants = [{ email: this.email, client_id: 'phone', scope }];
    const seeded = await this.simulator.control<Seeded>('seed', { microsoft: { grants } });
    this.token = seeded.microsoft.grants[0]!.access_token;
  }

  private async state(): Promise<State> {
    return (await (await fetch(`${this.simulator.url}/control/state`)).json()) as State;
  }
}
