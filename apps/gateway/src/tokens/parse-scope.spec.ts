import { describe, expect, it } from 'vitest';
import { covers, parseScope } from './parse-scope.js';

describe('a scope', () => {
  it.each([
    ['create_event', ['create_event']],
    ['read_events', ['read_events']],
    ['delete_event create_event delete_event', ['create_event', 'delete_event']],
    ['  read_free_busy\t', ['read_free_busy']],
    ['free_busy', ['read_free_busy', 'read_account', 'list_calendars']],
    ['free_busy create_event', ['create_event', 'read_free_busy', 'read_account', 'list_calendars']],
  ])('given %j, when parsed, then it means %j', (text, scopes) => expect(parseScope(text)).toEqual(scopes));

  it.each(['', '   ', 'fly', 'read_events,create_event', 'READ_EVENTS', 'constructor', '__proto__', 'toString'])(
    'given %j, when parsed, then it is refused',
    (text) => expect(parseScope(text)).toBeNull(),
  );

  it.each([
    [['read_free_busy'], 'read_free_busy', true],
    [['read_events'], 'read_free_busy', true],
    [['read_free_busy'], 'read_events', false],
    [['create_event'], 'delete_event', false],
  ] as const)('given %j, then what needs %s is allowed: %s', (granted, needed, isAllowed) =>
    expect(covers(granted, needed)).toBe(isAllowed),
  );
});
