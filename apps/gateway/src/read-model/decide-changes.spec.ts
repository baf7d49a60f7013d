import { describe, expect, it } from 'vitest';
import { calendarOf, profileOf } from './gateway-database.fixture.js';
import { calendarChanges, profileChanges } from './decide-changes.js';

const calendar = calendarOf('acc', 'cal');
const profile = profileOf('acc');

describe('what a record changes (CHG-3)', () => {
  const typesOf = (all: { type: string; own: boolean }[]) => all.map(({ type, own }) => (own ? `${type}, own` : type));

  it.each([
    ['a first one', null, {}, false, ['calendar_created', 'calendar_synced']],
    ['one that the application created', null, {}, true, ['calendar_created, own']],
    ['one not read yet', null, { synced: false }, false, ['calendar_created']],
    ['its first sync', { synced: false }, {}, false, ['calendar_synced']],
    ['another name', {}, { calendar_name: 'home' }, false, ['calendar_changed']],
    ['another freshness', {}, { freshness: 'stale' }, false, []],
    ['a deletion', {}, { deleted: true }, false, ['calendar_deleted']],
    ['one deleted before', { deleted: true }, { deleted: true }, false, []],
  ] as const)(
    'given the record of a calendar, %s, when compared, then its changes are listed',
    (_name, before, after, isRequested, expected) => {
      // prettier-ignore
      const replaced = { before: before && { ...calendar, ...before }, after: { ...calendar, ...after }, isRequested };
      expect(typesOf(calendarChanges(replaced))).toEqual(expected);
    },
  );

  it.each([
    ['a first one', null, { initial_sync: 'pending' }, false, ['profile_connected']],
    ['one that the application created', null, { provider_name: 'kalends' }, true, ['profile_connected, own']],
    ['its first sync', { initial_sync: 'pending' }, {}, false, ['profile_initial_sync_completed']],
    ['a sync', {}, { last_sync: '2026-11-26T00:00:00Z' }, false, []],
    ['access withdrawn', {}, { connected: false }, false, ['profile_disconnected']],
    ['a revocation', {}, { connected: false }, true, ['profile_disconnected, own']],
    ['a new connection', { connected: false }, {}, false, ['profile_connected']],
    ['a deletion', { connected: false }, { connected: false, deleted: true }, false, ['profile_deleted']],
  ] as const)(
    'given the record of a profile, %s, when compared, then its changes are listed',
    (_name, before, after, isRequested, expected) => {
      // prettier-ignore
      const replaced = { before: before && { ...profile, ...before }, after: { ...profile, ...after }, isRequested };
      expect(typesOf(profileChanges(replaced))).toEqual(expected);
    },
  );
});
