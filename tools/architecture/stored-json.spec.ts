import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/**
 * What bounds the bytes of each column of JSON. A request's body has at most 512 kB, so what one request states is bounded; a column that
 * several requests or other people's calendars and mails fill needs a bound of its own.
 */
const bounds = new Map([
  ['availability.Event.record', 'a message of calendar-sync: fitToLimit in publish-events.ts'],
  ['availability.AvailabilityRule.rule', 'one request'],
  ['availability.Hold.members', 'one request'],
  ['availability.Registration.metadata', '10 members of 1,024 characters: upsert-registration.ts'],
  ['calendar-sync.SyncedEvent.series', 'attendees, texts, overrides and dates of an object: bound-text.ts'],
  ['calendar-sync.SyncedEvent.published', 'a message of calendar-sync: fitToLimit in publish-events.ts'],
  ['calendar-sync.PendingWrite.change', 'one request'],
  ['gateway.ProfileState.record', 'a message of calendar-sync, of the names in one bounded answer of a provider'],
  ['gateway.CalendarState.record', 'a message of calendar-sync, of the names in one bounded answer of a provider'],
  ['gateway.EventState.record', 'a message of calendar-sync: fitToLimit in publish-events.ts'],
  ['gateway.PendingWrite.record', 'an event after a write, 512 kB (EVT-39)'],
  ['gateway.PendingProfile.record', 'one request'],
  ['gateway.PendingCalendar.record', 'one request'],
  ['invites.Invite.organizer', 'one request'],
  ['invites.Invite.submitted', 'one request'],
  ['invites.Invite.state', 'one request, and 200 recipients of all requests (INV-16)'],
  ['invites.Reply.entry', 'addresses and a comment of 4,096 characters: calendar-replies.ts'],
  ['notifier.Application.secrets', '10 secrets of an application (ADM-8)'],
]);

/** Columns of JSON, as `service.Model.column`. */
function columnsIn(service: string, schema: string): string[] {
  const columns: string[] = [];
  let model = '';
  for (const line of schema.split('\n')) {
    model = /^model (\w+)/.exec(line)?.[1] ?? model;
    const [, column] = /^\s+(\w+)\s+Json\b/.exec(line) ?? [];
    if (column) columns.push(`${service}.${model}.${column}`);
  }
  return columns;
}

const schemaOf = (service: string) => join(root, 'apps', service, 'src/prisma/schema.prisma');
const stored = readdirSync(join(root, 'apps'))
  .filter((service) => existsSync(schemaOf(service)))
  .flatMap((service) => columnsIn(service, readFileSync(schemaOf(service), 'utf8')));

describe('stored JSON', () => {
  it('given the columns of every service, then each states what bounds its bytes', () => {
    expect(stored.length).toBeGreaterThan(10);
    expect([...stored].sort()).toEqual([...bounds.keys()].sort());
  });

  it('given a column that states no bound, then it is found', () => {
    const planted = columnsIn('gateway', 'model Planted {\n  id String\n  anything Json?\n}');
    expect(planted.filter((column) => !bounds.has(column))).toEqual(['gateway.Planted.anything']);
  });
});
