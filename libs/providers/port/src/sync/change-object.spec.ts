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
      const change = {
        uid: 'a',
        change: answer,
        now: 0,
        scheduling: { ownAddresses: ['ada@example.com'], isAutomatic: false },
      };
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

describe('inviting people to an object', () => {
  const own = { ownAddresses: ['ada@example.com', 'a.lovelace@example.com'], isAutomatic: true };
  const onlyStored = { ...own, isAutomatic: false };
  const bob = { email: 'bob@example.com' };
  const meeting = {
    summary: 'Board meeting',
    start: { local: '2026-12-01T10:00:00', tzid: 'Europe/London' },
    end: { local: '2026-12-01T11:00:00', tzid: 'Europe/London' },
  };
  const linesOf = (text: string) => text.replace(/\r\n[ \t]/g, '').split('\r\n');
  const peopleIn = (text: string) => linesOf(text).filter((line) => /^(ATTENDEE|ORGANIZER)/i.test(line)).sort(); // prettier-ignore
  type Changed = Parameters<typeof changedObject>[1];
  const people = (text: string | null, change: Changed['change'], scheduling: Changed['scheduling'] = own) =>
    peopleIn(changedObject(text, { uid: 'a', change, now: 0, scheduling }));
  const inviting = (email: string) => ({ attendees: { invite: [{ email }] } });

  it('given a server that sends invitations, then a new event has the own address as organizer, and the server invites (RFC 6638 §3.2.1)', () => {
    expect(people(null, { ...meeting, ...inviting(bob.email) })).toEqual([
      'ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:bob@example.com',
      'ORGANIZER:mailto:ada@example.com',
    ]);
  });

  it('given one that only stores, then the organizer is the same, and no server sends anything (RFC 6638 §7.1)', () => {
    expect(people(null, { ...meeting, ...inviting(bob.email) }, onlyStored)).toEqual([
      'ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;SCHEDULE-AGENT=CLIENT:mailto:bob@example.com',
      'ORGANIZER:mailto:ada@example.com',
    ]);
  });

  it('given a server that does not name the user’s address, then there is no organizer, and nothing is sent', () => {
    const nameless = { ownAddresses: [], isAutomatic: true };
    expect(people(null, { ...meeting, ...inviting(bob.email) }, nameless)).toEqual([
      'ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;SCHEDULE-AGENT=CLIENT:mailto:bob@example.com',
    ]);
  });

  it('given an event without attendees, then it has no organizer', () => {
    expect(people(null, meeting)).toEqual([]);
  });

  const theirs = 'ATTENDEE;PARTSTAT=ACCEPTED;SCHEDULE-STATUS=1.2:mailto:bob@example.com';
  it('given an own event, when one is invited, then the lines of the others stay as the server has them', () => {
    const text = objectWith('ORGANIZER;CN=Ada:mailto:A.Lovelace@example.com', theirs);
    expect(people(text, inviting('eve@example.com'))).toEqual([
      'ATTENDEE;PARTSTAT=ACCEPTED;SCHEDULE-STATUS=1.2:mailto:bob@example.com',
      'ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:eve@example.com',
      'ORGANIZER;CN=Ada:mailto:A.Lovelace@example.com',
    ]);
  });

  it.each(['CLIENT', 'NONE'])(
    'given a guest with SCHEDULE-AGENT=%s, whom somebody else mails, when another one is invited, then that stays',
    (agent) => {
      const guest = `ATTENDEE;PARTSTAT=NEEDS-ACTION;SCHEDULE-AGENT=${agent}:mailto:bob@example.com`;
      const text = objectWith('ORGANIZER:mailto:ada@example.com', guest);
      expect(people(text, inviting('eve@example.com'))[1]).toBe(guest);
    },
  );

  it('given a server that mails every guest, and a guest whom somebody else invited, then no organizer is added, and an invitation is refused', () => {
    const ignoring = { ...own, ignoresAgents: true };
    const text = objectWith('ATTENDEE:mailto:bob@example.com');
    expect(people(text, { summary: 'Moved' }, ignoring)).toEqual(['ATTENDEE:mailto:bob@example.com']);
    expect(people(text, inviting('Bob@example.com'), ignoring)).toEqual([
      expect.stringMatching(/:mailto:bob@example.com$/),
    ]);
    expect(() => people(text, inviting('eve@example.com'), ignoring)).toThrow(/mails every guest/);
    expect(people(objectWith(), inviting('eve@example.com'), ignoring)).toContain('ORGANIZER:mailto:ada@example.com');
  });

  it('given a series without an organizer, when one is invited, then all components get the same, and only the new one is mailed', () => {
    const text = objectWith('RRULE:FREQ=DAILY', 'ATTENDEE:mailto:bob@example.com').replace(
      'END:VCALENDAR',
      ['BEGIN:VEVENT', 'UID:a', 'RECURRENCE-ID:20261202T100000Z', 'DTSTART:20261202T120000Z', 'END:VEVENT', 'END:VCALENDAR'].join('\r\n'), // prettier-ignore
    );
    expect(people(text, inviting('eve@example.com'))).toEqual([
      'ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:eve@example.com',
      'ATTENDEE;SCHEDULE-AGENT=CLIENT:mailto:bob@example.com',
      'ORGANIZER:mailto:ada@example.com',
      'ORGANIZER:mailto:ada@example.com',
    ]);
  });

  it.each(['ORGANIZER:mailto:boss@example.com', 'ORGANIZER:urn:uuid:8b1a9953-c461-4c1e-8f4f-0d3c1d1a0a5b'])(
    'given somebody else’s event (%s), then the organizer stays, and nothing is sent in its name',
    (organizer) => {
      expect(people(objectWith(organizer), inviting('eve@example.com'))).toEqual([
        'ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;SCHEDULE-AGENT=CLIENT:mailto:eve@example.com',
        organizer,
      ]);
    },
  );

  it('given the same invitation again, also after the server noted what it sent, then nothing is written', () => {
    const change = { ...inviting(bob.email) };
    const text = objectWith('ORGANIZER:mailto:ada@example.com', theirs);
    expect(changedObject(text, { uid: 'a', change, now: 0, scheduling: own })).toBe(text);
  });

  it('given the last guest, when removed, then the organizer stays, as whoever is removed hears of it from the same', () => {
    const text = objectWith('ORGANIZER:mailto:ada@example.com', theirs);
    expect(people(text, { attendees: { remove: [bob] } })).toEqual(['ORGANIZER:mailto:ada@example.com']);
  });
});
