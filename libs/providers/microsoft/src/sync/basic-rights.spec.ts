import { afterEach, beforeEach, expect, it } from 'vitest';
import type { MicrosoftProvider } from './microsoft-provider.js';
import { ada, fixed, readChangesOf, startMicrosoft, type SimulatedMicrosoft } from './microsoft.fixture.js';

const now = Date.UTC(2026, 10, 21, 9);
const scope = ['openid', 'offline_access', 'User.Read', 'Calendars.ReadBasic'];
const at = (hour: number) => ({ dateTime: `2026-12-01T${hour}:00:00`, timeZone: 'Europe/London' });
let microsoft: SimulatedMicrosoft;
let provider: MicrosoftProvider;
beforeEach(async () => {
  microsoft = await startMicrosoft();
  const grants = [{ email: ada, client_id: 'test', scope: scope.join(' ') }];
  const seeded = (await microsoft.control('seed', { microsoft: { grants } })) as {
    microsoft: { grants: { access_token: string }[] };
  };
  provider = microsoft.provider(fixed(seeded.microsoft.grants[0]!.access_token, scope), { push: true });
});
afterEach(() => microsoft.close());

it('given Calendars.ReadBasic, which applications that read free/busy request, when read, then times are known, and a write or channel is refused', async () => {
  const range = { type: 'numbered', numberOfOccurrences: 2, startDate: '2026-12-01' };
  const recurrence = { pattern: { type: 'daily', interval: 1 }, range };
  const body = { contentType: 'text', content: 'Text' };
  await microsoft.others('POST', microsoft.events, { subject: 'One', body, start: at(10), end: at(11) });
  const series = { subject: 'Series', body, start: at(12), end: at(13), recurrence };
  const { id } = await microsoft.others('POST', microsoft.events, series);
  const calendar = (await provider.calendars()).find(({ href }) => href === microsoft.calendarId)!;
  const first = await readChangesOf(provider, calendar, { cursor: null });
  const summaries = first.changed.map((one) => one.series.master!.summary).sort();
  expect([summaries, first.skipped]).toEqual([['One', 'Series'], []]);
  await microsoft.others('PATCH', `${microsoft.events}/${id as string}`, { subject: 'Changed' });
  const second = await readChangesOf(provider, calendar, { cursor: first.cursor });
  expect(second.changed.map((one) => one.series.master!.summary)).toEqual(['Changed']);
  const target = { uid: 'evt_1@kalends', href: null };
  const time = (hour: number) => ({ local: `2026-12-01T${hour}:00:00`, tzid: 'Europe/London' });
  const change = { summary: 'x', start: time(10), end: time(11) };
  await expect(provider.upsert(calendar, target, { change, now })).rejects.toMatchObject({ failure: 'refused' });
  const channel = { channelId: 'one', address: 'http://127.0.0.1:9/', token: 't' };
  await expect(provider.watch!(calendar, channel)).rejects.toMatchObject({ failure: 'refused' });
});
