import { describe, expect, it } from 'vitest';
import { changedObject } from './change-object.js';

const attendees = (n: number) => Array.from({ length: n }, (_, i) => `ATTENDEE:mailto:p${i}@example.com`);
const objectWith = (...lines: string[]) =>
  [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'UID:a',
    'DTSTART:20261201T100000Z',
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n');
const invite = { attendees: { invite: [{ email: 'ada@example.com' }] } };

describe('changing an object of which only a part is read', () => {
  it('given more attendees than are read, when one is invited, then it is refused, since the others would be lost', () => {
    const change = () => changedObject(objectWith(...attendees(3_000)), { uid: 'a', change: invite, now: 0 });
    expect(change).toThrow('The event has more attendees than are read, so they cannot be changed.');
  });

  it('given the same, when its summary is changed, then all attendees stay', () => {
    const text = changedObject(objectWith(...attendees(3_000)), { uid: 'a', change: { summary: 'New' }, now: 0 });
    expect(text).toContain('SUMMARY:New');
    expect(text.match(/^ATTENDEE/gm)).toHaveLength(3_000);
  });

  it('given as many as are read, when one is invited, then all are kept', () => {
    const text = changedObject(objectWith(...attendees(1_999)), { uid: 'a', change: invite, now: 0 });
    expect(text.match(/^ATTENDEE/gm)).toHaveLength(2_000);
  });
});
