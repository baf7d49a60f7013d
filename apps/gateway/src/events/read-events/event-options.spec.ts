import { describe, expect, it } from 'vitest';
import { withOptions, type CalendarRights } from './event-options.js';

const none = { delete: false, update: false, change_participation_status: false };
const external = { start: '', calendar_id: 'cal_1', recurring: false, deleted: false, options: none };
const managed = { ...external, event_id: 'e', options: { ...none, delete: true, update: true } };
const invited = { ...external, options: { ...none, change_participation_status: true } };

describe('what an event may be used for (EVT-31)', () => {
  const optionsOf = (event: object, rights: CalendarRights) =>
    (JSON.parse(withOptions([JSON.stringify(event)], rights)[0]!) as { options: object }).options;

  it.each([
    ['an external event in a sandbox', external, null, none],
    ['an external event in another calendar than the unrestricted one', external, { cal_2: 'unrestricted' }, none],
    [
      'an external event in an unrestricted calendar',
      external,
      { cal_1: 'unrestricted' },
      { ...none, delete: true, update: true },
    ],
    [
      'an invitation in an unrestricted calendar',
      invited,
      { cal_1: 'unrestricted' },
      { delete: true, update: true, change_participation_status: true },
    ],
    ['an instance of an external series', { ...external, recurring: true }, { cal_1: 'unrestricted' }, none],
    ['a deleted external event', { ...external, deleted: true }, { cal_1: 'unrestricted' }, none],
    ['a managed event', managed, { cal_1: 'unrestricted' }, managed.options],
    ['a managed event in a read-only calendar', managed, { cal_1: 'readonly' }, none],
    ['an invitation in a read-only calendar', invited, { cal_1: 'readonly' }, none],
  ] as const)('given %s', (_what, event, rights, options) => {
    expect(optionsOf(event, rights)).toEqual(options);
  });

  it('given a text that quotes the name of a calendar, then only the event’s own calendar counts', () => {
    const quoting = { ...external, summary: '"calendar_id":"cal_2"' };
    expect(optionsOf(quoting, { cal_2: 'unrestricted' })).toEqual(none);
  });
});
