import { afterAll, expect, it } from 'vitest';
import { columnsOfServices } from './tables.fixture.js';

/**
 * What bounds the bytes of each column of JSON. A request's body has at most 512 kB, so what one request states is bounded; a column that
 * several requests or other people's calendars and mails fill needs a bound of its own.
 */
const bounds = new Map([
  ['availability.event.record', 'a message of calendar-sync: fitToLimit in publish-events.ts'],
  ['availability.availability_rule.rule', 'one request'],
  ['availability.hold.members', 'one request'],
  ['availability.profile.working_hours', 'a zone and at most 200 periods: weekly-hours.ts'],
  ['availability.registration.metadata', '10 members of 1,024 characters: upsert-registration.ts'],
  ['calendar-sync.profile.working_hours', 'a zone and at most 200 periods: weekly-hours.ts'],
  ['calendar-sync.event.series', 'attendees, texts, overrides and dates of an object: bound-text.ts'],
  ['calendar-sync.event.published', 'a message of calendar-sync: fitToLimit in publish-events.ts'],
  ['calendar-sync.pending_write.change', 'one request'],
  ['gateway.audit_entry.after', 'one request'],
  ['gateway.audit_entry.before', 'one request'],
  ['gateway.booking_link.booking', 'at most 100 calendars and 100 people for each of 10 parts'],
  ['gateway.booking_link.change', 'at most 100 calendars and 100 people, and a reason of 500 characters'],
  ['gateway.calendar_addition.choice', 'the name of one calendar'],
  ['gateway.calendar_addition.request', 'at most 64 kB (SCH-14)'],
  ['gateway.booking_link.definition', 'at most 64 kB (SCH-8)'],
  ['gateway.profile_state.record', 'a message of calendar-sync, of the names in one bounded answer of a provider'],
  ['gateway.calendar_state.record', 'a message of calendar-sync, of the names in one bounded answer of a provider'],
  ['gateway.event_state.record', 'a message of calendar-sync: fitToLimit in publish-events.ts'],
  ['gateway.pending_write.record', 'an event after a write, 512 kB (EVT-39)'],
  ['gateway.provider_check.findings', 'at most six sentences of ours with what to click'],
  ['gateway.pending_profile.record', 'one request'],
  ['gateway.pending_calendar.record', 'one request'],
  ['invites.invite.organizer', 'one request'],
  ['invites.invite.submitted', 'one request'],
  ['invites.invite.state', 'one request, and 200 recipients of all requests (INV-16)'],
  ['invites.reply.entry', 'addresses and a comment of 4,096 characters: calendar-replies.ts'],
  ['notifier.application.secrets', '10 secrets of an application (ADM-8)'],
]);

const readColumns = columnsOfServices(afterAll);

it('given the columns of JSON of every service, then each states what bounds its bytes', async () => {
  const stored = (await readColumns())
    .filter(({ type }) => type === 'jsonb' || type === 'json')
    .map(({ service, table, column }) => `${service}.${table}.${column}`);
  expect(stored.length).toBeGreaterThan(10);
  expect(stored.sort()).toEqual([...bounds.keys()].sort());
});
