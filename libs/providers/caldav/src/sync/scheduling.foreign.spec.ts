import { missingForCyrus, skipFor, startCyrus, type OneUserServer } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RemoteCalendar } from '@kalends/provider-port/sync';
import type { CaldavProvider } from './caldav-provider.js';
import { accountAt, createCalendarAt } from './caldav.fixture.js';

const meeting = {
  summary: 'Board meeting',
  start: { local: '2026-12-01T10:00:00', tzid: 'Europe/London' },
  end: { local: '2026-12-01T11:00:00', tzid: 'Europe/London' },
};
const bob = { email: 'bob@localhost' };
const eve = { email: 'eve@localhost' };

describe('invitations of a server that sends them (RFC 6638), on Cyrus', () => {
  const missing = missingForCyrus();
  let server: OneUserServer;
  let provider: CaldavProvider;
  let calendar: RemoteCalendar;

  beforeAll(async () => {
    if (missing !== undefined) return;
    server = await startCyrus({ schedules: true });
    await createCalendarAt(`${server.home}home/`, 'Home');
    provider = accountAt(server.url);
    calendar = (await provider.calendars()).find(({ name }) => name === 'Home')!;
  }, 120_000);
  afterAll(() => server?.stop());
  beforeEach((context) => (missing === undefined ? undefined : skipFor(context, missing)));

  const as = (user: string) => ({ authorization: `Basic ${Buffer.from(`${user}:secret`).toString('base64')}` });
  const seen = new Set<string>();
  /** The methods (RFC 5546) of what a guest's inbox received since the last call. */
  async function received(user: string): Promise<string[]> {
    const inbox = new URL(`/dav/calendars/user/${user}/Inbox/`, server.url);
    const headers = { ...as(user), depth: '1', 'content-type': 'text/xml' };
    const body = '<propfind xmlns="DAV:"><prop><getetag/></prop></propfind>';
    const listed = await (await fetch(inbox, { method: 'PROPFIND', headers, body })).text();
    const hrefs = [...listed.matchAll(/href>([^<]+\.ics)</g)]
      .map(([, href]) => href!)
      .filter((href) => !seen.has(href));
    for (const href of hrefs) seen.add(href);
    const texts = hrefs.map(async (href) => (await fetch(new URL(href, server.url), { headers: as(user) })).text());
    return (await Promise.all(texts)).map((text) => /^METHOD:(\w+)/m.exec(text)?.[1] ?? 'none');
  }
  /** When an event starts in a guest's own calendar. */
  async function startsAt(user: string, uid: string): Promise<string | undefined> {
    const copy = new URL(`/dav/calendars/user/${user}/Default/${uid}.ics`, server.url);
    return /^DTSTART;TZID=Europe\/London:(\w+)/m.exec(await (await fetch(copy, { headers: as(user) })).text())?.[1];
  }
  /** Half an hour from this hour on. */
  const at = (hour: string) => ({
    start: { local: `2026-12-01T${hour}:00:00`, tzid: 'Europe/London' },
    end: { local: `2026-12-01T${hour}:30:00`, tzid: 'Europe/London' },
  });
  let now = Date.UTC(2026, 10, 20);
  /** A minute after the last one, as revisions of the same second count as one (RFC 5546 §2.1.5). */
  const write = (uid: string, change: Parameters<CaldavProvider['upsert']>[2]['change']) =>
    provider.upsert(calendar, { uid, href: null }, { change, now: (now += 60_000) });

  it('given one who is invited, when invited, invited again, the event moved twice and deleted, then one message for each change at most', async () => {
    await write('one', { ...meeting, attendees: { invite: [bob] } });
    expect(await received('bob')).toEqual(['REQUEST']);
    await write('one', { ...meeting, attendees: { invite: [bob] } });
    expect(await received('bob')).toEqual([]);
    // Cyrus gives guests SEQUENCE 1 for 0, so the first change has the sequence that they have: their copy changes without a message
    await write('one', at('12'));
    expect([await received('bob'), await startsAt('bob', 'one')]).toEqual([[], '20261201T120000']);
    await write('one', at('14'));
    expect([await received('bob'), await startsAt('bob', 'one')]).toEqual([['REQUEST'], '20261201T140000']);
    await provider.remove(calendar, { uid: 'one', href: null });
    expect(await received('bob')).toEqual(['CANCEL']);
  });

  it('given two, when one is added and one removed, then each gets what concerns it, once', async () => {
    await write('two', { ...meeting, attendees: { invite: [bob] } });
    expect(await received('bob')).toEqual(['REQUEST']);
    await write('two', { attendees: { invite: [eve] } });
    expect([await received('eve'), await received('bob')]).toEqual([['REQUEST'], []]);
    await write('two', { attendees: { remove: [bob] } });
    expect(await received('bob')).toEqual(['CANCEL']);
  });

  it('given a guest whom the application mails itself, then the server sends that guest nothing, whatever changes', async () => {
    const object = [
      ...[
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//test//EN',
        'BEGIN:VEVENT',
        'UID:mailed',
        'DTSTAMP:20261120T000000Z',
      ],
      ...['DTSTART:20261201T100000Z', 'DTEND:20261201T110000Z', 'SUMMARY:Smart', 'ORGANIZER:mailto:ada@localhost'],
      ...['ATTENDEE;SCHEDULE-AGENT=CLIENT:mailto:bob@localhost', 'END:VEVENT', 'END:VCALENDAR', ''],
    ].join('\r\n');
    const headers = { ...as('ada'), 'content-type': 'text/calendar; charset=utf-8' };
    const url = new URL(`${calendar.href}mailed.ics`, server.url);
    expect((await fetch(url, { method: 'PUT', headers, body: object })).status).toBe(201);
    await write('mailed', { attendees: { invite: [eve] } });
    await write('mailed', { start: meeting.start, end: meeting.end });
    expect(await received('bob')).toEqual([]);
    expect(new Set(await received('eve'))).toEqual(new Set(['REQUEST']));
    await provider.remove(calendar, { uid: 'mailed', href: null });
    expect(await received('bob')).toEqual([]);
    expect(await received('eve')).toEqual(['CANCEL']);
  });
});
