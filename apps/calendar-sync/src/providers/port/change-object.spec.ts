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

describe('answering an invitation', () => {
  const others = [
    'ORGANIZER;CN=Boss:mailto:boss@example.com',
    'ATTENDEE;CN="Doe, Jane";ROLE=CHAIR;PARTSTAT=accepted:MAILTO:Jane@Example.com',
    'ATTENDEE;X-NUM-GUESTS=0;CN=Bob^nSmith:mailto:bob@example.com',
    'ATTENDEE;PARTSTAT=DELEGATED;DELEGATED-TO="mailto:x@example.com":mailto:carl@example.com',
    'ATTENDEE;CUTYPE=ROOM;PARTSTAT=X-LATER:urn:uuid:8b1a9953-c461-4c1e-8f4f-0d3c1d1a0a5b',
    'attendee:mailto:bob@example.com',
  ];
  const answer = { own_attendance: { addresses: ['ada@example.com'], status: 'accepted' as const } };
  const linesOf = (text: string) => text.replace(/\r\n[ \t]/g, '').split('\r\n');
  const isPerson = (line: string) => /^(ATTENDEE|ORGANIZER)/i.test(line);

  it.each([
    ['among them', (own: string) => [...others.slice(0, 3), own, ...others.slice(3)], 3],
    ['at the end', (own: string) => [...others, own], 6],
  ])(
    'given other guests, the own line %s, then no other line changes, and of the own one only the answer',
    (_where, people, at) => {
      const own = 'ATTENDEE;CN=Ada;RSVP=TRUE;PARTSTAT=NEEDS-ACTION;X-OWN=1:mailto:ada@example.com';
      const before = people(own);
      const change = { uid: 'a', change: answer, now: 0, scheduleAgent: 'CLIENT' as const };
      const after = linesOf(changedObject(objectWith(...before), change)).filter(isPerson);
      expect(after.filter((_line, index) => index !== at)).toEqual(others);
      expect(after[at]).toBe('ATTENDEE;CN=Ada;RSVP=TRUE;X-OWN=1;PARTSTAT=ACCEPTED:mailto:ada@example.com');
    },
  );
});

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
