import { expect, it } from 'vitest';
import { rightsIn } from './rights.js';

it.each([
  [['openid', 'User.Read', 'Calendars.ReadWrite'], 'write', true],
  [['User.Read', 'calendars.read'], 'read', false],
  [['User.Read', 'Calendars.ReadBasic'], 'times', false],
])('given %j, when read, then %s, calendars: %s', (granted, events, createsCalendars) => {
  expect(rightsIn(granted)).toEqual({ events, createsCalendars });
});
