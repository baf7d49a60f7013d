import { addDays } from '@kalends/icalendar';
import type { Demo } from '../landing.js';

/** A calendar event as the page shows it. */
export interface ShownEvent {
  summary: string | null;
  /** A date or an instant. */
  start: string;
}

/** What the demo application may read of a connected account. */
export interface Connected {
  profiles: { name: string; calendars: { id: string; name: string }[]; isRead: boolean }[];
  events: ShownEvent[];
}

interface Userinfo {
  'cronofy.data': {
    profiles: {
      profile_name: string;
      profile_initial_sync_required: boolean;
      profile_calendars: { calendar_id: string; calendar_name: string }[];
    }[];
  };
}

const limitMs = 5_000;

/**
 * The demo application: a client of the public API like any other, so that it shows what others will get. `base`: the public
 * URL, which is this gateway's own loopback address.
 */
export class DemoClient {
  constructor(private readonly base: string) {}

  /** The access token for a code of the journey (RFC 6749 §4.1.3, RFC 7636 §4.5); null when the code is not accepted. */
  async redeem(demo: Demo, { code, verifier }: { code: string; verifier: string }, redirectUri: string) {
    const { client_id, client_secret } = demo;
    const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
    const answer = await fetch(`${this.base}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_id, client_secret, ...grant }),
      signal: AbortSignal.timeout(limitMs),
    });
    return answer.ok ? ((await answer.json()) as { access_token: string }).access_token : null;
  }

  /** Calendars, and the first events from `today` on, a date, for two weeks; null when the token is not valid any more. */
  async read(token: string, today: string): Promise<Connected | null> {
    const period = `tzid=Etc/UTC&from=${today}&to=${addDays(today, 14)}`;
    const [userinfo, events] = await Promise.all([
      this.get<Userinfo>(token, '/v1/userinfo'),
      this.get<{ events: ShownEvent[] }>(token, `/v1/events?${period}`),
    ]);
    if (!userinfo || !events) return null;
    const profiles = userinfo['cronofy.data'].profiles.map((profile) => ({
      name: profile.profile_name,
      isRead: !profile.profile_initial_sync_required,
      calendars: profile.profile_calendars.map(({ calendar_id: id, calendar_name: name }) => ({ id, name })),
    }));
    return { profiles, events: events.events.slice(0, 10) };
  }

  private async get<Body>(token: string, path: string): Promise<Body | null> {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${this.base}${path}`, { headers, signal: AbortSignal.timeout(limitMs) });
    return answer.ok ? ((await answer.json()) as Body) : null;
  }
}
