import type { EventRecord } from '@kalends/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { apply, calendarOf, eventOf, newAccountWithCalendar } from '../../read-model/gateway-database.fixture.js';

const zoom = 'https://acme.zoom.us/j/123';
const meetUrl = 'https://meet.google.com/abc-defg-hij';
const explicit = { profile_id: 'explicit', join_url: zoom };
const event = { event_id: 'e', summary: 'Call', start: '2026-11-20T15:00:00Z', end: '2026-11-20T16:00:00Z' };

describe('the conference of an event', () => {
  let gateway: TestGateway;
  const now = Date.parse('2026-11-01T09:00:00Z');
  let at: Awaited<ReturnType<typeof newAccountWithCalendar>>;
  beforeAll(async () => (gateway = await startTestGateway({ now: () => now })));
  afterAll(() => gateway.stop());
  beforeEach(async () => {
    await gateway.clearOutbox();
    at = await newAccountWithCalendar(gateway.database.pool);
  });

  const upsert = async (more: object) =>
    gateway.call('POST', `/v1/calendars/${at.calendarId}/events`, { token: at.token, body: { ...event, ...more } });
  const read = async (day = '2026-11-20') => {
    const path = `/v1/events?tzid=Etc/UTC&from=${day}&to=${day}`;
    const { body } = await gateway.call('GET', path, { token: at.token });
    return (body as { events: Record<string, unknown>[] }).events[0]!;
  };
  const changes = async () =>
    ((await gateway.outbox()) as { change: Record<string, unknown> }[]).map((one) => one.change);
  const offerMeet = async () => {
    const calendar = { ...calendarOf(at.accountId, at.calendarId), integrated_conferencing: true, revision: 2 };
    await apply(gateway.database.pool, at.accountId, [calendar]);
  };
  /** The event as a provider has it. */
  const provide = async (master: object) => {
    const [{ event_uid }] = (await gateway.outbox()) as [{ event_uid: string }];
    const base = eventOf(at.accountId, at.calendarId, event_uid, { event_id: 'e', command: 1_000_000, revision: 2 });
    const series = { ...base.series, master: { ...base.series.master!, ...master } };
    await apply(gateway.database.pool, at.accountId, [{ ...base, series } as EventRecord]);
  };

  it('given an explicit one, then the next read has it, in the location if that is empty, and it is sent on (EVT-23)', async () => {
    expect((await upsert({ conferencing: { ...explicit, provider_description: 'Our Zoom' } })).status).toBe(202);
    expect(await read()).toMatchObject({
      location: { description: zoom },
      meeting_url: zoom,
      conferencing: { provider_name: 'zoom', provider_description: 'Our Zoom', join_url: zoom },
    });
    expect(await changes()).toMatchObject([{ conferencing: { kind: 'explicit', join_url: zoom, name: 'Our Zoom' } }]);
  });

  it.each([
    ['none', { profile_id: 'none' }],
    ['null', null],
    ['default in a calendar without integrated conferencing', { profile_id: 'default' }],
  ])(
    'given a conference, when written with %s, then it is removed, from the location too (EVT-23)',
    async (_, none) => {
      await upsert({ conferencing: explicit });
      await upsert({ conferencing: none });
      const shown = await read();
      expect([shown['conferencing'], shown['meeting_url'], shown['location']]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    },
  );

  it.each([
    ['omitted', {}],
    ['an empty object (HTTP-15)', { conferencing: {} }],
  ])('given a conference, when it is %s in an upsert, then it stays (EVT-23)', async (_, more) => {
    await upsert({ conferencing: explicit });
    await upsert({ summary: 'Renamed', ...more });
    expect(await read()).toMatchObject({ summary: 'Renamed', meeting_url: zoom });
    expect((await changes()).at(-1)).not.toHaveProperty('conferencing');
  });

  it.each([
    ['an unknown profile', { profile_id: 'pro_unknown' }, 'profile_id', 'not_recognized'],
    ['no profile', { join_url: zoom }, 'profile_id', 'required'],
    ['explicit without an address', { profile_id: 'explicit' }, 'join_url', 'required'],
    ['an address that is none', { profile_id: 'explicit', join_url: 'zoom' }, 'join_url', 'invalid_url'],
    ['an address that would be dropped', { profile_id: 'none', join_url: zoom }, 'join_url', 'not_supported'],
    [
      'integrated where there is none',
      { profile_id: 'integrated' },
      'profile_id',
      'integrated_conferencing_not_available',
    ],
  ])('given %s, then 422 names the member and nothing is sent (EVT-23, EVT-24)', async (_, conferencing, name, key) => {
    const { status, body } = await upsert({ conferencing });
    const errors = { [`conferencing.${name}`]: [expect.objectContaining({ key: `errors.${key}` })] };
    expect([status, body]).toEqual([422, { errors }]);
    expect(await gateway.outbox()).toEqual([]);
  });

  it.each(['integrated', 'default'])(
    'given Google Meet, when %s is written, then it is pending (EVT-24)',
    async (profile_id) => {
      await offerMeet();
      expect((await upsert({ conferencing: { profile_id } })).status).toBe(202);
      const shown = await read();
      expect([shown['conferencing'], shown['meeting_url']]).toEqual([{ pending: true }, undefined]);
      expect(await changes()).toMatchObject([{ conferencing: { kind: 'integrated' } }]);
    },
  );

  it('given Google Meet, when calendars are listed, then integrated conferencing is available in that one', async () => {
    await offerMeet();
    const { body } = await gateway.call('GET', '/v1/calendars', { token: at.token });
    expect(body).toMatchObject({ calendars: [{ calendar_integrated_conferencing_available: true }] });
  });

  it('given an event that has started, when integrated is written, then none is requested; of a series it is (EVT-24)', async () => {
    await offerMeet();
    const day = '2026-11-01';
    const started = { start: `${day}T09:00:00Z`, end: `${day}T12:00:00Z`, conferencing: { profile_id: 'integrated' } };
    await upsert(started);
    expect(await read(day)).not.toHaveProperty('conferencing');
    await upsert({ ...started, recurrence: { rules: [{ frequency: 'daily' }] } });
    expect(await read(day)).toMatchObject({ conferencing: { pending: true } });
  });

  it('given entries of a batch, then each has its own conference or refusal (EVT-23, EVT-24)', async () => {
    const relative_url = `/v1/calendars/${at.calendarId}/events`;
    const entry = (event_id: string, profile_id: string, join_url?: string) => ({
      relative_url,
      data: { ...event, event_id, conferencing: { profile_id, join_url } },
    });
    const batch = [entry('a', 'explicit', zoom), entry('b', 'integrated'), entry('c', 'pro_1')];
    const { body } = await gateway.call('POST', '/v1/batch', { token: at.token, body: { batch } });
    const keys = (key: string) => ({ status: 422, data: { errors: { 'conferencing.profile_id': [{ key }] } } });
    expect(body).toMatchObject({
      batch: [{ status: 202 }, keys('errors.integrated_conferencing_not_available'), keys('errors.not_recognized')],
    });
    expect(await read()).toMatchObject({ event_id: 'a', meeting_url: zoom });
  });

  it.each([
    ['the provider', { conference_url: meetUrl }, 'google_meet', meetUrl],
    ['an unknown service', { conference_url: 'https://example.com/a' }, 'other', 'https://example.com/a'],
    ['somebody in the location', { location: { description: `Zoom: ${zoom}` } }, 'zoom', zoom],
    ['somebody in the text', { description: `Hello\n<${zoom}>` }, 'zoom', zoom],
  ])(
    'given a conference added by %s, when read, then it is shown (EVT-25)',
    async (_, master, provider_name, join_url) => {
      await upsert({});
      await provide(master);
      expect(await read()).toMatchObject({ meeting_url: join_url, conferencing: { provider_name, join_url } });
    },
  );

  it('given what is no conference, when read, then none is shown (EVT-25)', async () => {
    await upsert({ url: 'https://example.com/zoom.us/j/1', description: 'See https://zoom.us/pricing' });
    await provide({ conference_url: 'tel:+1-412-555-0123' });
    const shown = await read();
    expect([shown['conferencing'], shown['meeting_url']]).toEqual([undefined, undefined]);
  });

  const text = 'Agenda\n{{ cronofy.conferencing.join_url }}';
  const soon = 'Agenda\nThe details for joining will be added here.';

  it('given texts with placeholders, when the conference is known, then they are filled (EVT-26)', async () => {
    const location = { description: 'At {{ cronofy.conferencing.join_url }}' };
    await upsert({ description: text, location, locale: 'en', conferencing: explicit });
    expect(await read()).toMatchObject({ description: `Agenda\n${zoom}`, location: { description: `At ${zoom}` } });
    await upsert({ description: '{{ cronofy.conferencing.invite_block }}' });
    expect(await read()).toMatchObject({ description: `Join the meeting:\n${zoom}` });
    await upsert({ description: text, conferencing: { profile_id: 'none' } });
    expect(await read()).toMatchObject({ description: 'Agenda' });
  });

  it('given texts with placeholders, when the conference is pending, then a notice stands for it and they are sent on (EVT-26)', async () => {
    await offerMeet();
    await upsert({ description: text, conferencing: { profile_id: 'integrated' } });
    expect(await read()).toMatchObject({ description: soon });
    const conferencing = { kind: 'integrated', templates: { description: text } };
    expect(await changes()).toMatchObject([{ description: soon, conferencing }]);
    await upsert({ summary: 'Renamed' });
    expect((await changes()).at(-1)).not.toHaveProperty('conferencing');
    await upsert({ description: 'Without' });
    expect((await changes()).at(-1)).toMatchObject({ description: 'Without', conferencing: { kind: 'integrated' } });
    await provide({ conference_url: meetUrl, description: 'Without' });
    await upsert({ description: text, conferencing: { profile_id: 'default' } });
    expect(await read()).toMatchObject({ description: `Agenda\n${meetUrl}`, meeting_url: meetUrl });
  });

  it('given placeholders in another language, then 422 names the locale (EVT-26)', async () => {
    const { status, body } = await upsert({ description: text, locale: 'de', conferencing: explicit });
    expect([status, body]).toMatchObject([422, { errors: { locale: [{ key: 'errors.not_supported' }] } }]);
    expect((await upsert({ description: 'Hallo', locale: 'de' })).status).toBe(202);
  });

  it.each([
    [{ extended_transparency: 'out_of_office' }, 'opaque', 'out_of_office'],
    [{ extended_transparency: 'tentative' }, 'opaque', 'tentative'],
    [{ extended_transparency: 'working_elsewhere' }, 'transparent', 'working_elsewhere'],
    [{ extended_transparency: 'working_elsewhere', transparency: 'opaque' }, 'opaque', 'working_elsewhere'],
    [{ extended_transparency: 'transparent' }, 'transparent', 'transparent'],
    [{ extended_transparency: 'opaque' }, 'opaque', 'opaque'],
  ])('given %j, when read, then that is how the time is taken up (EVT-35)', async (given, transparency, extended) => {
    await upsert(given);
    expect(await read()).toMatchObject({ transparency, extended_transparency: extended });
    await upsert({ summary: 'Renamed' });
    expect(await read()).toMatchObject({ transparency, extended_transparency: extended });
    await upsert({ extended_transparency: null });
    expect(await read()).toMatchObject({ transparency, extended_transparency: transparency });
  });

  it.each([
    [{ transparency: 'transparent', extended_transparency: 'out_of_office' }, 'errors.invalid'],
    [{ transparency: 'opaque', extended_transparency: 'transparent' }, 'errors.invalid'],
    [{ extended_transparency: 'unknown' }, 'errors.not_recognized'],
  ])('given %j, then 422 names the member (EVT-35)', async (given, key) => {
    const { status, body } = await upsert(given);
    expect([status, body]).toMatchObject([422, { errors: { extended_transparency: [{ key }] } }]);
  });

  it.each([
    ['out_of_office', 'opaque'],
    ['working_elsewhere', 'transparent'],
  ])(
    'given an event that is %s at its provider, when read, then it is (EVT-27)',
    async (extended_transparency, transparency) => {
      await upsert({});
      await provide({ extended_transparency, transparency });
      expect(await read()).toMatchObject({ extended_transparency, transparency });
    },
  );
});
