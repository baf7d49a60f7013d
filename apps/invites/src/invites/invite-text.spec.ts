import { afterAll, describe, expect, it } from 'vitest';
import { timeAt, type EventComponent, type Recurrence } from '@kalends/icalendar';
import { type Radicale, missingForRadicale, skipFor, startRadicale } from '@kalends/testing';
import type { Invite } from '../itip/model.js';
import { cancelInvite, createInvite, reviseInvite } from '../itip/revise.js';
import { type InviteTextOptions, inviteText } from './invite-text.js';
import { ical4j } from './ical4j.fixture.js';
import { libicalErrors, missingLibical } from './libical.fixture.js';

const berlin = (local: string) => ({ local, tzid: 'Europe/Berlin' });
const plan: EventComponent = {
  summary: 'Plan, review; "quoted" \u00dcber '.repeat(5).trim(),
  description: 'First line\nsecond',
  start: berlin('2026-11-20T10:00:00'),
  end: { local: '2026-11-20T06:00:00', tzid: 'America/New_York' },
  location: { description: 'Room 1', lat: '48.2', long: '11.5' },
  status: 'confirmed',
  transparency: 'opaque',
  url: 'https://example.com/?a=1;b=2,3',
  color: 'red',
  event_private: true,
  reminders: [10, 60],
};
const weekly: Recurrence = { rrules: ['FREQ=WEEKLY;COUNT=4'], rdates: [], exdates: [berlin('2026-11-27T10:00:00')] };
const invite = (event: Partial<EventComponent> = {}, recurrence?: Recurrence): Invite =>
  createInvite({ uid: 'a1-b2', several: false, event: { ...plan, ...event }, recipients: [{ email: 'ann@example.com' }], ...(recurrence && { recurrence }) }); // prettier-ignore
const several = createInvite({
  uid: 'a1-b2',
  several: true,
  event: plan,
  recipients: [{ email: 'ann@example.com', status: 'accepted' }, { email: 'bob@example.com' }],
});
const text = (one: Invite, options: Partial<InviteTextOptions> = {}): string =>
  inviteText(one, {
    replyAddress: 'Kx3-token@in.example',
    organizer: { name: 'Bob "B" ^; Co', email: 'bob@example.com' },
    recipient: one.several ? null : one.recipients[0]!,
    now: Date.parse('2026-11-01T08:00:00Z'),
    ...options,
  });
const linesOf = (one: string): string[] => one.replace(/\r\n /g, '').split('\r\n');

const TEXTS: Record<string, string> = {
  request: text(invite()),
  series: text(invite({}, weekly)),
  'all-day': text(invite({ start: { date: '2026-11-20' }, end: { date: '2026-11-21' } })),
  utc: text(invite({ start: { local: '2026-11-20T10:00:00', tzid: 'UTC' }, end: { local: '2026-11-20T11:00:00', tzid: 'UTC' } })), // prettier-ignore
  'no summary': text(invite({ summary: '' })),
  cancel: text(cancelInvite(invite({}, weekly))),
  several: text(several),
  'cancel for one': text(several, { recipient: several.recipients[0]!, method: 'CANCEL' }),
  conference: text(invite({ conference_url: 'https://acme.zoom.us/j/1?a=b;c', conference_name: 'Zoom, ours' })),
  'no organizer name': text(invite(), { organizer: null }),
};

describe('an invite as text', () => {
  it('given a conference, then the text has its address and name (INV-13)', () => {
    const line = 'CONFERENCE;VALUE=URI;FEATURE=VIDEO;LABEL="Zoom, ours":https://acme.zoom.us/j/1?a=b;c';
    expect(linesOf(TEXTS.conference!)).toContain(line);
  });

  it('given times around a repeated hour, then the text has the intended instants', () => {
    // 06:30Z is 01:30 in New York for the second time that night, and 07:30Z is 02:30
    const [start, end] = ['2026-11-01T06:30:00Z', '2026-11-01T07:30:00Z'].map((at) =>
      timeAt('America/New_York', Date.parse(at)),
    );
    const lines = linesOf(text(invite({ start: start!, end: end! })));
    expect(lines).toContain('DTSTART:20261101T063000Z');
    expect(lines).toContain('DTEND;TZID=America/New_York:20261101T023000');
  });

  it('given a request, then it has the organizer, the attendee and the event (INV-8)', () => {
    const lines = linesOf(TEXTS['request']!);
    for (const line of [
      'METHOD:REQUEST',
      'UID:a1-b2',
      'SEQUENCE:0',
      'DTSTAMP:20261101T080000Z',
      'DTSTART;TZID=Europe/Berlin:20261120T100000',
      'DTEND;TZID=America/New_York:20261120T060000',
      'TZID:Europe/Berlin',
      'TZID:America/New_York',
      'STATUS:CONFIRMED',
      'TRIGGER:-PT10M',
      'TRIGGER:-PT60M',
      'LOCATION:Room 1',
      `ORGANIZER;CN="Bob ^'B^' ^^; Co";EMAIL=bob@example.com:mailto:Kx3-token@in.example`,
      'ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;CN=ann@example.com:mailto:ann@example.com',
    ]) {
      expect(lines).toContain(line);
    }
  });
  it('given a revision and a cancellation, then the UID stays and SEQUENCE rises (INV-2)', () => {
    const revised = reviseInvite(invite(), { event: { ...plan, summary: 'B' }, recipients: [] });
    expect(linesOf(text(revised))).toEqual(expect.arrayContaining(['UID:a1-b2', 'SEQUENCE:1', 'SUMMARY:B']));
    const cancelled = linesOf(TEXTS['cancel']!);
    expect(cancelled).toEqual(expect.arrayContaining(['METHOD:CANCEL', 'UID:a1-b2', 'SEQUENCE:1', 'STATUS:CANCELLED', 'RRULE:FREQ=WEEKLY;COUNT=4'])); // prettier-ignore
    expect(cancelled).not.toContain('BEGIN:VALARM');
  });
  it('given an answered invite, then the PARTSTAT of its recipient is their own', () => {
    const [ann] = several.recipients;
    expect(text({ ...invite(), recipients: [ann!] })).toContain('PARTSTAT=ACCEPTED');
  });
  it('FC-39: given several recipients, then one text names all of them and nobody’s answer (INV-9)', () => {
    const attendees = linesOf(TEXTS['several']!).filter((line) => line.startsWith('ATTENDEE'));
    expect(attendees.map((line) => /PARTSTAT=([A-Z-]+).*mailto:(.*)$/.exec(line)?.slice(1))).toEqual([
      ['NEEDS-ACTION', 'ann@example.com'],
      ['NEEDS-ACTION', 'bob@example.com'],
    ]);
  });
  it('given a recipient who is removed, then their CANCEL names only them and does not cancel the event (INV-11)', () => {
    const lines = linesOf(TEXTS['cancel for one']!);
    expect(lines).toContain('METHOD:CANCEL');
    expect(lines.filter((line) => line.startsWith('ATTENDEE'))).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith('STATUS'))).toEqual([]);
  });
  it('given days and UTC, then they are written as such', () => {
    expect(TEXTS['all-day']).toContain('\r\nDTSTART;VALUE=DATE:20261120\r\nDTEND;VALUE=DATE:20261121\r\n');
    expect(TEXTS['utc']).toContain('\r\nDTSTART:20261120T100000Z\r\n');
    expect(TEXTS['utc']).not.toContain('VTIMEZONE');
  });
  it('given names that try to inject lines, then they stay names', () => {
    const evil = text(invite(), { organizer: { name: 'x\r\nATTENDEE:mailto:e@x', email: 'a@x\r\nX-E:1' } });
    expect(linesOf(evil).filter((line) => /^(X-E|ATTENDEE:)/.test(line))).toEqual([]);
  });
  it.each(Object.entries(TEXTS))('given %s, then lines end in CRLF and have at most 75 octets', (_, one) => {
    expect(one.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(Math.max(...one.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  });
});

/** As submitted, and as written. */
const URLS = [
  ['https://example.com/?q="a" b', 'https://example.com/?q=%22a%22%20b'],
  ['https://example.com/<a>|b\\c^d`{e}', 'https://example.com/%3Ca%3E%7Cb%5Cc%5Ed%60%7Be%7D'],
  ['https://example.com/a%22;b,c?d=[1]#e', 'https://example.com/a%22;b,c?d=[1]#e'],
] as const;

describe('an invite in other programs', () => {
  let radicale: Radicale | undefined;
  afterAll(() => radicale?.stop());

  it.each(URLS)(
    'given the URL %s, when written, then characters not allowed in a URI are encoded (RFC 3986 §2.1)',
    (url, written) => {
      const made = text(invite({ url }));
      expect(made.replaceAll('\r\n ', '')).toContain(`\r\nURL:${written}\r\n`);
      if (!missingLibical()) expect(libicalErrors([made])).toEqual([[]]);
    },
  );

  it(
    'given every kind of text, when libical validates it by RFC 5546, then it finds no error',
    { tags: 'long' },
    (ctx) => {
      const missing = missingLibical();
      if (missing) return skipFor(ctx, missing);
      const found = libicalErrors(Object.values(TEXTS));
      expect(Object.fromEntries(Object.keys(TEXTS).map((name, i) => [name, found[i]]))).toEqual(
        Object.fromEntries(Object.keys(TEXTS).map((name) => [name, []])),
      );
      expect(libicalErrors([TEXTS['request']!.replace(/UID:.*\r\n/, '')])[0]).not.toEqual([]);
    },
  );

  it(
    'given every kind of text, when ical4j validates it by RFC 5546, then it finds no error',
    { tags: 'long', timeout: 120_000 },
    async (ctx) => {
      const { ical4jErrors, missingForIcal4j } = await ical4j();
      const missing = await missingForIcal4j();
      if (missing) return skipFor(ctx, missing);
      const urls = Object.fromEntries(URLS.map(([url]) => [url, text(invite({ url }))]));
      const texts = { ...TEXTS, ...urls, 'no UID': TEXTS['request']!.replace(/UID:.*\r\n/, '') };
      // one start of Java for all of them
      const found = await ical4jErrors(Object.values(texts));
      expect(Object.fromEntries(Object.keys(texts).map((name, i) => [name, found[i]]))).toEqual(
        Object.fromEntries(
          Object.keys(texts).map((name) => [name, name === 'no UID' ? expect.stringContaining('UID') : '']),
        ),
      );
    },
  );

  it('given every kind of text, when a client stores it in a CalDAV server, then the server accepts it', async (ctx) => {
    const missing = missingForRadicale();
    if (missing) return skipFor(ctx, missing);
    radicale = await startRadicale();
    const headers = { authorization: `Basic ${Buffer.from('ada:secret').toString('base64')}` };
    const home = `${radicale.url}ada/plans/`;
    expect((await fetch(home, { method: 'MKCALENDAR', headers })).status).toBe(201);
    for (const [name, body] of Object.entries(TEXTS)) {
      const href = `${home}one.ics`;
      // Stored objects have no METHOD (RFC 4791 §4.1).
      const stored = body.replace(/METHOD:.*\r\n/, '');
      const put = await fetch(href, {
        method: 'PUT',
        headers: { ...headers, 'content-type': 'text/calendar' },
        body: stored,
      });
      expect([name, put.status]).toEqual([name, 201]);
      const back = await (await fetch(href, { headers })).text();
      expect(back).toContain('UID:a1-b2');
      await fetch(href, { method: 'DELETE', headers });
    }
  });
});
