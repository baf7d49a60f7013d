import { createSealer } from '@kalends/security';
import { skipFor, waitUntil } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { missingForChromium } from './harness/chromium.js';
import { encryptionKey } from './harness/deployment.js';
import { ElementPage } from './harness/element-page.js';
import { call, e2e, type Account, type Application } from './harness/kalends.js';

const dayMs = 86_400_000;
/** A date some days from now; Elements show what is ahead. */
const dayAhead = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
const at = (days: number, time: string) => `${dayAhead(days)}T${time}:00Z`;

/** The month after this one, as YYYY-MM: at least its first days can be queried. */
function nextMonth(): string {
  const [year, month] = dayAhead(0).split('-').map(Number) as [number, number];
  return month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, '0')}`;
}

/** The same token as if it had been requested long ago; the test has the deployment's key. */
function expired(token: string): string {
  const sealer = createSealer([Buffer.from(encryptionKey, 'hex')]);
  const sealed = JSON.parse(sealer.open(token, 'element-token')) as { expires: number };
  return sealer.seal(JSON.stringify({ ...sealed, expires: Date.now() - 1_000 }), 'element-token');
}

e2e('the Elements of the hosted service in a browser', (kalends) => {
  const missing = missingForChromium() ?? ('skip' in inject('kalends') ? 'no deployment' : undefined);
  let element: ElementPage;
  let application: Application;
  let user: Account;
  beforeAll(async () => {
    if (!missing) element = await ElementPage.open(kalends().deployment.baseUrl);
  });
  afterAll(() => element?.close());
  beforeEach(async (context) => {
    if (missing) return skipFor(context, missing);
    ({ application, ...user } = await kalends().user());
    await waitUntil(isKnown, { timeout: 60_000, what: 'availability to know the calendar' });
  });

  const tokenFor = async (permissions: string[], more: { subs?: string[]; origin?: string } = {}) => {
    const body = { version: '1', permissions, subs: [user.sub], origin: `${element.origin}/page?of=mine`, ...more };
    const answer = await call<{ element_token: { token: string } }>('POST', kalends().url('/v1/element_tokens'), {
      token: application.client_secret,
      body,
    });
    expect(answer.status).toBe(200);
    return answer.body.element_token.token;
  };
  const queryOf = (more: object = {}) => ({
    participants: [{ members: [{ sub: user.sub }], required: 'all' }],
    required_duration: { minutes: 60 },
    query_periods: [{ start: at(2, '09:00'), end: at(2, '12:00') }],
    ...more,
  });
  /** Nobody is free whose calendars availability has not received yet (AVL-8). */
  async function isKnown(): Promise<boolean> {
    const request = { token: application.client_secret, body: queryOf() };
    const { body } = await call<{ available_periods: [] }>('POST', kalends().url('/v1/availability'), request);
    return body.available_periods.length > 0;
  }
  const text = (shown: string | RegExp) => element.page.getByText(shown).first().waitFor();
  const press = (name: string | RegExp) => element.page.getByRole('button', { name }).first().click();

  it.each([
    ['all', {}, 'Planning, Gate 3', ['GET /v1/events 200']],
    ['only_managed', { mode: 'only_managed' }, 'Planning, Gate 3', ['GET /v1/events 200']],
    ['free_busy', { mode: 'free_busy' }, 'busy', ['GET /v1/free_busy 200']],
    ['free_busy_managed', { mode: 'free_busy_managed' }, 'Planning', ['GET /v1/events 200', 'GET /v1/free_busy 200']],
  ])('given Agenda in mode %s, then the day has its event', async (_mode, config, shown, answered) => {
    const [start, end] = [at(0, '22:00'), at(0, '23:00')];
    const event = { event_id: 'e1', summary: 'Planning', start, end, location: { description: 'Gate 3' } };
    expect((await kalends().upsert(user, event)).status).toBe(202);
    await element.show('Agenda', { element_token: await tokenFor(['agenda']), config });
    for (const one of shown.split(', ')) await text(one);
    expect([element.complaints, element.answered.sort()]).toEqual([[], answered]);
  });

  it('given Agenda and more events than a page has, then it reads all pages', { tags: 'long' }, async () => {
    for (let n = 0; n < 101; n++)
      await kalends().upsert(user, { event_id: `e${n}`, summary: `No. ${n}`, start: at(0, '22:00'), end: at(0, '23:00') }); // prettier-ignore
    await element.show('Agenda', { element_token: await tokenFor(['agenda']) });
    for (const n of [0, 50, 100]) await text(new RegExp(`^No\\. ${n}$`));
    expect(element.complaints).toEqual([]);
    expect(element.answered.map((one) => one.replace(/pages\/\S+/, 'pages'))).toEqual([
      'GET /v1/events 200',
      'GET /v1/events/pages 200',
    ]);
  });

  it('given SlotPicker, when a time is confirmed, then the page has the slot and who takes part', async () => {
    await element.show('SlotPicker', {
      element_token: await tokenFor(['availability']),
      availability_query: queryOf(),
    });
    await press(new RegExp(` ${Number(dayAhead(2).slice(8))}\\D`));
    await press(/^10:00/);
    await press('Confirm');
    const { notification } = await element.notified('slot_selected');
    const slot = { start: at(2, '10:00'), end: at(2, '11:00'), participants: [{ sub: user.sub }] };
    expect([notification.slot, element.complaints]).toMatchObject([slot, []]);
  });

  it('given AvailabilityViewer, then exactly the free times are offered, and a click selects one', async () => {
    await kalends().upsert(user, { event_id: 'e1', summary: 'x', start: at(2, '10:00'), end: at(2, '11:00') });
    const element_token = await tokenFor(['availability']);
    await element.show('AvailabilityViewer', { element_token, availability_query: queryOf() });
    await text('11:00 - 12:00');
    // each slot covers four quarters of an hour that have its name; others have names of their own
    const quarters = await element.page.locator('#element button').allTextContents();
    const offered = quarters.filter((one, n) => n > 0 && one === quarters[n - 1]);
    expect([...new Set(offered)]).toEqual(['09:00 - 10:00', '11:00 - 12:00']);
    await element.page.locator('#element button').nth(quarters.findIndex((one, n) => one === quarters[n + 1])).click(); // prettier-ignore
    await press('Confirm');
    const slot = { start: at(2, '09:00'), end: at(2, '10:00'), available: true };
    expect((await element.notified('slot_selected')).notification.slot).toMatchObject(slot);
    expect([element.complaints, element.answered]).toEqual([[], ['POST /v1/availability 200']]);
  });

  it('given AvailabilityViewer in which people select time of their own, then it reads periods', async () => {
    const config = { mode: 'free_select' };
    const element_token = await tokenFor(['availability']);
    await element.show('AvailabilityViewer', { element_token, availability_query: queryOf(), config });
    for (const one of ['Selected', 'Free', 'Busy']) await text(one);
    await waitUntil(() => element.answered.length > 0);
    expect([element.complaints, element.answered]).toEqual([[], ['POST /v1/availability 200']]);
  });

  it('given DateTimePicker and more than 512 slots, then it reads them in parts, to the last', async () => {
    const [first, beyond] = [1, 4].map((day) => `${nextMonth()}-0${day}T00:00:00Z`);
    const availability_query = queryOf({
      query_periods: [{ start: first, end: beyond }],
      start_interval: { minutes: 5 },
    });
    await element.show('DateTimePicker', { element_token: await tokenFor(['availability']), availability_query });
    await text('00:00 - 01:00');
    await element.page.getByText('03', { exact: true }).first().click();
    await press(/^23:00/);
    await press('Confirm');
    const slot = { start: `${nextMonth()}-03T23:00:00Z`, end: beyond, participants: [{ sub: user.sub }] };
    expect((await element.notified('slot_selected')).notification).toMatchObject({ tzid: 'Etc/UTC', slot });
    const calls = ['POST /v1/availability 200', 'POST /v1/availability 200'];
    expect([element.answered, element.complaints]).toEqual([calls, []]);
  });

  it('given DateTimePicker with single starts, or with a sequence, then it offers them', async () => {
    const element_token = await tokenFor(['availability']);
    const { query_periods: _periods, ...meeting } = queryOf();
    const availability_query = { ...meeting, query_slots: [{ start: at(2, '15:00') }] };
    await element.show('DateTimePicker', { element_token, availability_query });
    await text('15:00 - 16:00');
    const { query_periods, ...step } = queryOf();
    const sequence = [1, 2].map((ordinal) => ({ sequence_id: `step-${ordinal}`, ordinal, ...step }));
    await element.show('DateTimePicker', { element_token, availability_query: { sequence, query_periods } });
    await press(/^Select time 09:00/);
    await press('Confirm');
    const { slot } = (await element.notified('slot_selected')).notification as unknown as {
      slot: { sequence: object[] };
    };
    expect(slot.sequence).toMatchObject([{ sequence_id: 'step-1', participants: [{ sub: user.sub }] }, { sequence_id: 'step-2' }]); // prettier-ignore
    expect(element.complaints).toEqual([]);
    expect(new Set(element.answered)).toEqual(new Set(['POST /v1/sequenced_availability 200']));
  });

  it('given AvailabilityRules without a rule, when it is saved, then it is there when the page is loaded again', async () => {
    const element_token = await tokenFor(['managed_availability']);
    await element.show('AvailabilityRules', { element_token });
    await element.notified('availability_rule_not_found');
    // a browser reports each 404 as an error of its own
    expect(element.complaints.filter((one) => !one.includes('status of 404'))).toEqual([]);
    await press('Save');
    const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
    const weekly_periods = days.map((day) => ({ day, start_time: '09:00', end_time: '17:00' }));
    const { availability_rule } = await element.notified('availability_rule_saved');
    expect(availability_rule).toMatchObject({ availability_rule_id: 'default', tzid: 'Etc/UTC', weekly_periods });
    const stored = await kalends().get(user.access_token, '/v1/availability_rules/default');
    expect(stored).toMatchObject({ status: 200, body: { availability_rule: { weekly_periods } } });
    await element.show('AvailabilityRules', { element_token });
    await text('Included calendars');
    const calls = ['GET /v1/availability_rules/default 200', 'GET /v1/userinfo 200'];
    await expect.poll(() => element.answered.toSorted()).toEqual(calls);
    expect(element.complaints).toEqual([]);
  });

  it('given CalendarSync, when a calendar account is removed, then its profile is disconnected', async () => {
    const { client_id } = application;
    const authorization = { redirect_uri: application.redirect_uris[0], client_id, scope: 'read_write', state: 's1' };
    await element.show('CalendarSync', { element_token: await tokenFor(['account_management']), authorization });
    await text('ada@example.com');
    await press('Edit accounts');
    await press(/^Remove/);
    await element.notified('profile_revoked');
    expect(element.complaints).toEqual([]);
    expect(element.answered.filter((one) => one.startsWith('POST'))).toEqual([expect.stringMatching(/revoke 202$/)]);
    const profiles = () => kalends().get<{ profiles: { profile_connected: boolean }[] }>(user.access_token, '/v1/profiles'); // prettier-ignore
    await waitUntil(async () => (await profiles()).body.profiles.every((one) => !one.profile_connected));
  });

  it('given CalendarSync, when a provider is added, then its link leads to the journey of the application', async () => {
    const { client_id } = application;
    const authorization = { redirect_uri: application.redirect_uris[0], client_id, scope: 'read_write', state: 's1' };
    await element.show('CalendarSync', { element_token: await tokenFor(['account_management']), authorization });
    await press('Add calendar account');
    const links = await element.page
      .getByRole('link')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')!));
    const google = links.find((one) => one.includes('provider_name=google'))!;
    expect(google.startsWith(kalends().url('/oauth/authorize?'))).toBe(true);
    const journey = await call('GET', google);
    expect(journey.status).toBeLessThan(400);
  });

  it.each([
    ['an expired token', async () => expired(await tokenFor(['availability'])), 401, /element_token is valid/],
    [
      'the token of another page',
      () => tokenFor(['availability'], { origin: 'https://other.example' }),
      403,
      /permissions/,
    ],
    ['a missing permission', () => tokenFor(['agenda']), 403, /permissions/],
  ])('given %s, then the Element names the problem', async (_what, token, status, message) => {
    await element.show('SlotPicker', { element_token: await token(), availability_query: queryOf() });
    const { notification } = await element.notified('error');
    expect([notification.message, element.answered]).toEqual([
      expect.stringMatching(message),
      [`POST /v1/availability ${status}`],
    ]);
  });

  it('given a sub that the token does not name, then the Element names the problem, whether it exists or not', async () => {
    const other = await kalends().account(application, { email: 'eve@example.com' });
    const element_token = await tokenFor(['availability']);
    for (const sub of [other.sub, 'acc_unknown']) {
      const participants = [{ members: [{ sub: user.sub }, { sub }], required: 'all' }];
      await element.show('SlotPicker', { element_token, availability_query: queryOf({ participants }) });
      await element.notified('error');
      expect(element.answered).toEqual(['POST /v1/availability 403']);
    }
  });

  it('given a member for each calendar and both ids of an event, as a consumer sends them, then they are accepted', async () => {
    const member = { sub: user.sub, calendar_id: user.calendar_id };
    const participants = [{ members: [member, member], required: 'all' }];
    const query_periods = [{ start: `${dayAhead(2)}T09:00:00.000Z`, end: `${dayAhead(2)}T12:00:00.000Z` }];
    const availability_query = queryOf({ participants, query_periods });
    await element.show('DateTimePicker', { element_token: await tokenFor(['availability']), availability_query });
    await text('09:00 - 10:00');
    expect(element.complaints).toEqual([]);
    const event = { event_id: 'booked', event_uid: 'sch_64b1', summary: 'Booked', start: at(2, '09:00'), end: at(2, '10:00') }; // prettier-ignore
    expect((await kalends().upsert(user, event)).status).toBe(202);
  });

  it('given a wrong member of the query, then the callback has its errors', async () => {
    const availability_query = queryOf({ required_duration: { minutes: 0 } });
    await element.show('SlotPicker', { element_token: await tokenFor(['availability']), availability_query });
    const { notification } = await element.notified('error');
    expect(notification.errors).toMatchObject({ required_duration: [{ key: 'errors.invalid' }] });
  });
});
