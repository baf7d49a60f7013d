import { skipFor, waitUntil } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accessibilityFaults } from './harness/accessibility.js';
import { fieldsOf, iso, nine, overflowOf, post, untilFree, type BookingUser } from './harness/booking-page.js';
import { startCallbackReceiver, type CallbackReceiver } from './harness/callback-receiver.js';
import { missingForChromium, openChromium } from './harness/chromium.js';
import { startFaultyCaldav, type FaultyCaldav } from './harness/faulty-caldav.js';
import { call, e2e, type Account } from './harness/kalends.js';

const phone = { width: 390, height: 844 };

interface Part {
  sequence_id: string;
  event: { event_id: string; summary: string; start?: { time: string }; end?: { time: string } };
  participants: { sub: string }[];
}

interface State {
  real_time_sequencing_id: string;
  status: string;
  event: { start?: { time: string }; end?: { time: string } };
  sequence: Part[];
}

e2e('a booking link for a sequence', (kalends) => {
  let ann: BookingUser;
  let ben: Account;
  let receiver: CallbackReceiver;
  beforeAll(async () => {
    receiver = await startCallbackReceiver();
    ann = await kalends().user();
    ben = await kalends().account(ann.application, { email: 'ben@example.com', name: 'Ben' });
  });
  afterAll(() => receiver.stop());
  beforeEach(() => void (receiver.calls.length = 0));

  const step = (sequence_id: string, { sub }: Account, minutes: number, summary: string) => ({
    sequence_id,
    participants: [{ members: [{ sub }] }],
    required_duration: { minutes },
    event: { event_id: 'day', summary },
  });

  const create = async (id: string, more: object = {}) => {
    const sequence = [
      step('interview', ann, 60, 'Interview'),
      step('tour', ben, 30, 'Tour of the site'),
      step('feedback', ann, 15, 'Feedback'),
    ].map((one) => ({ ...one, event: { ...one.event, event_id: id } }));
    const body = {
      oauth: { redirect_uri: 'http://127.0.0.1:9/done' },
      event: { event_id: id, summary: 'Assessment day' },
      availability: {
        sequence,
        query_periods: [7, 8].map((days) => ({ start: iso(nine(days)), end: iso(nine(days) + 4 * 3_600_000) })),
      },
      target_calendars: [ann, ben].map(({ sub, calendar_id }) => ({ sub, calendar_id })),
      tzid: 'Europe/London',
      callback_urls: { completed_url: receiver.url },
      ...more,
    };
    const token = ann.application.client_secret;
    const answer = await call<{ url: string; real_time_sequencing: State }>(
      'POST',
      kalends().url('/v1/real_time_sequencing'),
      { token, body },
    );
    expect([answer.status, answer.body]).toMatchObject([200, { real_time_sequencing: { status: 'open' } }]);
    const { real_time_sequencing_id } = answer.body.real_time_sequencing;
    return { id: real_time_sequencing_id, url: kalends().url(new URL(answer.body.url).pathname) };
  };

  const stateOf = async (id: string) => {
    const path = `/v1/real_time_sequencing/${id}`;
    const answer = await kalends().get<{ real_time_sequencing: State }>(ann.application.client_secret, path);
    return answer.body.real_time_sequencing;
  };
  const eventsOf = ({ access_token }: Account) =>
    kalends().events<{ event_id: string; summary: string; start: string; end: string }>(
      access_token,
      `tzid=UTC&from=${iso(nine(6)).slice(0, 10)}`,
    );
  const partsOf = (text: string) => /name="parts" value="([^"]+)"/.exec(text)?.[1] ?? '';

  /** What a visitor sends who confirms what the page shows for a start. */
  const confirmed = async (url: string, start: string) => {
    const text = await (await fetch(`${url}?tzid=UTC&start=${start}`)).text();
    const { nonce } = fieldsOf(text);
    return post(url, { nonce, start, action: 'book', tzid: 'Asia/Kathmandu', parts: partsOf(text) });
  };

  describe('in a browser', () => {
    beforeEach((context) => {
      const missing = missingForChromium();
      if (missing) skipFor(context, missing);
    });

    it('given a visitor who picks a start, then all parts are shown before and after they are booked, and are in the calendars of their people (SCH-12, SCH-13)', async () => {
      const link = await create('day');
      await untilFree(link);
      const { page, close } = await openChromium(phone, {
        locale: 'en-GB',
        timezoneId: 'Etc/UTC',
        colorScheme: 'dark',
      });
      await page.goto(`${link.url}?tzid=UTC`);
      await page.locator('.facts', { hasText: 'Tour of the site' }).waitFor();
      await page.locator('.times button').nth(1).click();
      const shown = page.locator('.sequence li');
      await shown.nth(2).waitFor();
      const expected = ['09:15 – 10:15', '10:15 – 10:45', '10:45 – 11:00'];
      const times = async () => (await shown.locator('.when').allTextContents()).map((one) => one.trim());
      expect(await times()).toEqual(expected);
      expect([await overflowOf(page), await accessibilityFaults(page)]).toEqual([0, []]);
      await page.locator('button[value=book]').click();
      await page.getByRole('heading', { name: 'It is booked', level: 1 }).waitFor();
      expect(await times()).toEqual(expected);
      expect([await overflowOf(page), await accessibilityFaults(page)]).toEqual([0, []]);
      await close();

      const at = (hours: number) => iso(nine(7) + hours * 3_600_000);
      expect(await eventsOf(ann)).toMatchObject([
        { event_id: 'day', summary: 'Interview', start: at(0.25), end: at(1.25) },
        { event_id: 'day-3', summary: 'Feedback', start: at(1.75), end: at(2) },
      ]);
      expect(await eventsOf(ben)).toMatchObject([
        { event_id: 'day-2', summary: 'Tour of the site', start: at(1.25), end: at(1.75) },
      ]);
      const [first, second] = [ann, ben].map(({ sub }) => ({ sub }));
      const booked = { start: { time: at(0.25) }, end: { time: at(2) } };
      expect(await stateOf(link.id)).toMatchObject({ status: 'completed', event: booked });
      await waitUntil(() => receiver.calls.length > 0, { timeout: 30_000, what: 'the callback' });
      expect(JSON.parse(receiver.calls[0]!.raw)).toMatchObject({
        event: { event_id: 'day', ...booked },
        participants: [first, second],
        user: { tzid: 'Etc/UTC' },
        sequence: [
          { sequence_id: 'interview', event: { event_id: 'day' }, participants: [first] },
          { sequence_id: 'tour', event: { event_id: 'day-2', start: { time: at(1.25) } }, participants: [second] },
          { sequence_id: 'feedback', event: { event_id: 'day-3' }, participants: [first] },
        ],
        real_time_sequencing: { real_time_sequencing_id: link.id, status: 'completed' },
      });
      const file = await (await fetch(`${link.url}/event.ics`)).text();
      expect(file.match(/BEGIN:VEVENT/g)).toHaveLength(3);
      expect(file).not.toMatch(/acc_|ATTENDEE/);
    });
  });

  it('given ten visitors for starts that overlap, then one gets the sequence, with one event for each part and one callback (SCH-12)', async () => {
    const link = await create('race');
    const { starts } = fieldsOf(await untilFree(link));
    const before = [await eventsOf(ann), await eventsOf(ben)].map((events) => events.length);
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => confirmed(link.url, starts[n % 4]!)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([303, ...Array.from({ length: 9 }, () => 409)]);
    await waitUntil(async () => (await stateOf(link.id)).status === 'completed');
    await waitUntil(() => receiver.calls.length > 0, { timeout: 30_000, what: 'the callback' });
    expect(new Set(receiver.calls.map(({ id }) => id)).size).toBe(1);
    const after = [await eventsOf(ann), await eventsOf(ben)].map((events) => events.length);
    expect(after).toEqual([before[0]! + 2, before[1]! + 1]);
  });

  it('given parts that were not shown, then nothing is booked by editing the form (SCH-12)', async () => {
    const link = await create('edited');
    const { nonce, starts } = fieldsOf(await untilFree(link));
    for (const parts of ['', 'x', 'x'.repeat(400)]) {
      const form = { nonce, start: starts[0]!, action: 'book', tzid: 'UTC', parts };
      expect((await post(link.url, form)).status).toBe(409);
    }
    expect((await stateOf(link.id)).status).toBe('open');
  });

  describe('given a calendar at a provider', () => {
    let caldav: FaultyCaldav;
    let calendarId: string;
    beforeAll(async () => {
      caldav = await startFaultyCaldav();
      const profile = { provider_name: 'caldav', url: caldav.url, username: 'ann', password: 'right' };
      expect((await kalends().admin('POST', `/accounts/${ben.sub}/profiles`, profile)).status).toBeLessThan(300);
      type Listed = { calendars: { calendar_id: string; provider_name: string }[] };
      const listed = async () => (await kalends().get<Listed>(ben.access_token, '/v1/calendars')).body.calendars;
      const found = await waitUntil(async () => (await listed()).find((one) => one.provider_name === 'caldav'));
      calendarId = found.calendar_id;
    });
    afterAll(() => caldav.stop());

    it('given that it refuses its part once, then no part stays anywhere, the link is open, and the next booking has all parts (SCH-12)', async () => {
      const before = [await eventsOf(ann), await eventsOf(ben)];
      const target_calendars = [
        { sub: ann.sub, calendar_id: ann.calendar_id },
        { sub: ben.sub, calendar_id: calendarId },
      ];
      const link = await create('refused', { target_calendars });
      const { starts } = fieldsOf(await untilFree(link));
      caldav.set({ method: 'PUT', status: 403, everywhere: true });
      expect((await confirmed(link.url, starts[0]!)).status).toBe(303);
      const page = async () => (await fetch(`${link.url}?tzid=UTC&hours=H`)).text();
      await waitUntil(async () => (await page()).includes('calendar did not accept'), { timeout: 60_000 });
      expect((await stateOf(link.id)).status).toBe('open');
      await waitUntil(async () => fieldsOf(await page()).starts.includes(starts[0]!), { timeout: 30_000 });
      expect([await eventsOf(ann), await eventsOf(ben), receiver.calls]).toEqual([...before, []]);
      caldav.set(null);
      expect((await confirmed(link.url, starts[0]!)).status).toBe(303);
      await waitUntil(async () => (await stateOf(link.id)).status === 'completed', { timeout: 60_000 });
      // the server lists no event that was put there, so its calendar is empty again after the next sync
      expect((await eventsOf(ann)).length - before[0]!.length).toBe(2);
      await waitUntil(() => receiver.calls.length === 1, { timeout: 30_000, what: 'the callback' });
      const { sequence } = JSON.parse(receiver.calls[0]!.raw) as { sequence: Part[] };
      expect(sequence.map(({ event }) => event.start?.time)).toEqual([0, 60, 90].map((after) => iso(Date.parse(starts[0]!) + after * 60_000))); // prettier-ignore
    });
  });
});
