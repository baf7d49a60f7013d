import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { call } from '../simulator.fixture.js';
import { startSimulator } from '../simulator.js';

const hostile = `<script>alert(1)</script>"'&`;
const escaped = '&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;';

describe.each([
  ['google', 'ada@example.com', 'grace@example.com'],
  ['microsoft', 'ada@work.example', 'grace@work.example'],
])('the pages of the simulated %s', (provider, ada, grace) => {
  let simulator: Awaited<ReturnType<typeof startSimulator>>;
  beforeEach(async () => {
    simulator = await startSimulator();
    const people = [ada, grace].map((email) => ({ email, name: email === ada ? hostile : 'Grace' }));
    const calendars = people.map(({ email }) => ({
      email,
      primary: true,
      timeZone: 'Europe/London',
      summary: hostile,
    }));
    const microsoft = { users: people.map((one) => ({ ...one, timeZone: 'GMT Standard Time' })) };
    const body = provider === 'google' ? { users: people, calendars } : { microsoft };
    await call(`${simulator.url}/control/seed`, { body });
  });
  afterEach(() => simulator.close());

  const textOf = async (path: string) => String((await call(simulator.url + path)).body['text']);
  const mailbox = (email: string) => `/mailboxes/${provider}/${encodeURIComponent(email)}`;
  const month = (email: string) => textOf(`${mailbox(email)}?month=2026-07`);
  const idIn = (page: string) => /name="id" value="([^"]+)"/.exec(page)![1]!;
  const calendarIn = (page: string) => /name="calendar" value="([^"]+)"/.exec(page)![1]!;

  async function submit(email: string, values: Record<string, string>, headers: Record<string, string> = {}) {
    const calendar = calendarIn(await month(email));
    const body = new URLSearchParams({ calendar, month: '2026-07', ...values });
    return call(simulator.url + mailbox(email), { body, headers });
  }
  const event = { title: hostile, start: '2026-07-01T10:00', end: '2026-07-01T11:00' };

  it('given a hostile name, when listed, then it is text; unknown mailboxes are not found', async () => {
    const page = await textOf('/');
    expect(page).toContain(escaped);
    expect(page).not.toContain('<script');
    expect((await call(simulator.url + mailbox('nobody'))).status).toBe(404);
    expect((await call(`${simulator.url}${mailbox(ada)}?calendar=none`)).status).toBe(404);
  });

  it('given a month, when events are created, changed and deleted, then the page shows it, in the calendar’s zone', async () => {
    const created = await submit(ada, { action: 'create', ...event });
    expect(created.status).toBe(303);
    const page = await textOf(created.headers.get('location')!);
    expect(page).toContain(`<time>10:00–11:00</time> ${escaped}`);
    expect(page).not.toContain('<script');
    const id = idIn(page);
    await submit(ada, {
      action: 'change',
      id,
      title: 'Trip',
      start: '2026-07-02T00:00',
      end: '2026-07-04T00:00',
      'all-day': 'yes',
    });
    expect(await month(ada)).toContain('<time>All day</time> Trip');
    expect((await submit(ada, { action: 'delete', id })).status).toBe(303);
    expect(await month(ada)).toContain('No events.');
  });

  it('given impossible times or actions, when submitted, then 400, the reason, and nothing is changed', async () => {
    const refused = await submit(ada, { action: 'create', ...event, end: '2026-07-01T09:00' });
    expect(refused.status).toBe(400);
    expect(refused.body['text']).toContain('role="alert"');
    expect((await submit(ada, { action: 'create', ...event, start: 'noon' })).status).toBe(400);
    expect((await submit(ada, { action: 'other' })).status).toBe(400);
    expect((await submit(ada, { action: 'delete', id: 'unknown' })).status).toBe(400);
    expect(await month(ada)).toContain('No events.');
  });

  it('given a form of another site, when submitted, then 403, and nothing is changed', async () => {
    const elsewhere = { origin: 'https://elsewhere.example' };
    expect((await submit(ada, { action: 'create', ...event }, elsewhere)).status).toBe(403);
    expect((await submit(ada, { action: 'create', ...event }, { origin: 'null' })).status).toBe(403);
    expect(await month(ada)).toContain('No events.');
    expect((await submit(ada, { action: 'create', ...event }, { origin: simulator.url })).status).toBe(303);
  });

  if (provider === 'microsoft') {
    it('given an invitation, when accepted, then both pages show the answer', async () => {
      await submit(ada, { action: 'create', ...event, title: 'Lunch', attendees: grace });
      const invited = await month(grace);
      expect(invited).toContain('(notResponded)');
      await submit(grace, { action: 'accepted', id: idIn(invited) });
      expect(await month(grace)).toContain('(accepted)');
      expect(await month(ada)).toContain(`${grace}: accepted`);
      await submit(grace, { action: 'declined', id: idIn(invited) });
      expect(await month(grace)).toContain('No events.');
    });
  }

  if (provider === 'google') {
    it('given an invitation, when accepted, then the page shows the answer', async () => {
      const organizer = { email: 'eve@elsewhere.example' };
      const times = { start: { dateTime: '2026-07-01T10:00:00Z' }, end: { dateTime: '2026-07-01T11:00:00Z' } };
      const invitation = { id: 'lunch', summary: 'Lunch', organizer, attendees: [{ email: ada }], ...times };
      const body = { events: [{ calendar: ada, event: invitation }] };
      await call(`${simulator.url}/control/seed`, { body });
      expect(await month(ada)).toContain('<time>11:00–12:00</time> Lunch');
      await submit(ada, { action: 'accepted', id: 'lunch' });
      expect(await month(ada)).toContain('(accepted)');
    });
  }
});
