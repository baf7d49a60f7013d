import { expect } from 'vitest';
import type { Page } from 'playwright-core';
import { call, type Account, type Answer, type Application, type Kalends } from './kalends.js';

const day = 86_400_000;

/** Nine o'clock in UTC, some days from now. */
export const nine = (days: number): number => Math.floor(Date.now() / day) * day + days * day + 9 * 3_600_000;

export const iso = (ms: number): string => new Date(ms).toISOString().replace('.000', '');

export interface BookingUser extends Account {
  application: Application;
}

export interface Link {
  id: string;
  /** Address of its page, at this deployment. */
  url: string;
}

/** A link of a user whose times are three hours on each of three days. */
export async function createLink(kalends: Kalends, user: BookingUser, more: object = {}): Promise<Link> {
  const { sub, calendar_id, application } = user;
  const body = {
    oauth: { redirect_uri: 'http://127.0.0.1:9/done?from=mail', state: 'visit' },
    event: { event_id: `visit-${Math.random()}`, summary: 'Site visit', location: { description: 'Kai 3' } },
    availability: {
      participants: [{ members: [{ sub }], required: 'all' }],
      required_duration: { minutes: 30 },
      response_format: 'slots',
      query_periods: [7, 8, 9].map((days) => ({ start: iso(nine(days)), end: iso(nine(days) + 3 * 3_600_000) })),
    },
    target_calendars: [{ sub, calendar_id }],
    tzid: 'Europe/London',
    ...more,
  };
  const url = kalends.url('/v1/real_time_scheduling');
  const { status, body: answer } = await call<{
    real_time_scheduling: { real_time_scheduling_id: string; url: string };
  }>('POST', url, { token: application.client_secret, body });
  expect([status, answer]).toEqual([200, expect.anything()]);
  const { real_time_scheduling_id: id, url: address } = answer.real_time_scheduling;
  return { id, url: kalends.url(new URL(address).pathname) };
}

export interface LinkState {
  status: string;
  cancelled?: { reason?: string; start: { time: string } };
  event: { event_id: string; start?: { time: string }; end?: { time: string } };
}

export async function stateOf(kalends: Kalends, { application }: BookingUser, { id }: Link): Promise<LinkState> {
  const answer: Answer<{ real_time_scheduling: LinkState }> = await kalends.get(
    application.client_secret,
    `/v1/real_time_scheduling/${id}`,
  );
  return answer.body.real_time_scheduling;
}

/** Until the user's calendar is known, nothing is free. */
export async function untilFree({ url }: Link): Promise<string> {
  let text = '';
  const load = async () => {
    text = await (await fetch(`${url}?tzid=UTC&hours=H`)).text();
    return text.includes('name="start"');
  };
  await expect.poll(load).toBe(true);
  return text;
}

/** What the page's forms have. */
export const fieldsOf = (text: string) => ({
  nonce: /name="nonce" value="([^"]+)"/.exec(text)![1]!,
  starts: [...text.matchAll(/name="start" value="([^"]+)"/g)].map((match) => match[1]!),
});

export const post = (url: string, form: Record<string, string>) =>
  fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) });

/** How many pixels of the page exceed the screen's width. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - innerWidth');
