import {
  missingForDavical,
  missingForSogo,
  skipFor,
  startDavical,
  startSogo,
  type OneUserServer,
} from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RemoteCalendar } from '@kalends/provider-port/sync';
import type { CaldavProvider } from './caldav-provider.js';
import { accountAt, createCalendarAt, send } from './caldav.fixture.js';

const at = (hour: string) => ({
  start: { local: `2026-12-01T${hour}:00:00`, tzid: 'Europe/London' },
  end: { local: `2026-12-01T${hour}:30:00`, tzid: 'Europe/London' },
});
const meeting = { summary: 'Board meeting', ...at('10') };
const [bob, eve] = [{ email: 'bob@example.com' }, { email: 'eve@example.com' }];

/** What a guest received since the last call, as the method of each message (RFC 5546). */
type Received = (user: string) => Promise<string[]>;

const methodIn = (text: string): string =>
  /^METHOD:(\w+)/im.exec(text)?.[1] ?? /method=(\w+)/i.exec(text)?.[1] ?? 'none';

/** Reads the inboxes of a server that delivers into them (RFC 6638 §2.2). */
function inboxes(inboxOf: (user: string) => string): Received {
  const seen = new Set<string>();
  return async (user) => {
    const authorization = `Basic ${Buffer.from(`${user}:secret`).toString('base64')}`;
    const headers = { authorization, depth: '1', 'content-type': 'text/xml' };
    const body = '<propfind xmlns="DAV:"><prop><getetag/></prop></propfind>';
    const listed = await (await fetch(inboxOf(user), { method: 'PROPFIND', headers, body })).text();
    const objects = [...listed.matchAll(/href>([^<]+\.ics)<[\s\S]*?getetag>([^<]+)</g)];
    const fresh = objects.filter(([, href, etag]) => !seen.has(`${href} ${etag}`));
    for (const [, href, etag] of fresh) seen.add(`${href} ${etag}`);
    const texts = fresh.map(async ([, href]) =>
      (await fetch(new URL(href!, inboxOf(user)), { headers: { authorization } })).text(),
    );
    return (await Promise.all(texts)).map(methodIn);
  };
}

async function sogo(): Promise<{ server: OneUserServer; received: Received }> {
  let mails: { to: string[]; text: string }[] = [];
  const server = await startSogo((to, text) => void mails.push({ to, text }));
  const received = async (user: string) => {
    const own = mails.filter(({ to }) => to.includes(`${user}@example.com`));
    mails = mails.filter((mail) => !own.includes(mail));
    return own.map(({ text }) => methodIn(text));
  };
  return { server, received };
}

const servers = [
  {
    name: 'DAViCal',
    missing: missingForDavical(),
    start: async () => {
      const server = await startDavical();
      return { server, received: inboxes((user) => `${server.url}${user}/.in/`) };
    },
    // it sends nothing to a guest who was removed
    removed: [],
    heedsAgents: true,
  },
  { name: 'SOGo', missing: missingForSogo(), start: sogo, removed: ['CANCEL'], heedsAgents: false },
];

describe.each(servers)('guests of a calendar on $name', ({ missing, start, removed, heedsAgents }) => {
  let server: OneUserServer;
  let received: Received;
  let provider: CaldavProvider;
  let calendar: RemoteCalendar;

  beforeAll(async () => {
    if (missing !== undefined) return;
    ({ server, received } = await start());
    await createCalendarAt(`${server.home}home/`, 'Home');
    provider = accountAt(server.url);
    calendar = (await provider.calendars()).find(({ name }) => name === 'Home')!;
  }, 120_000);
  afterAll(() => server?.stop());
  beforeEach((context) => (missing === undefined ? undefined : skipFor(context, missing)));

  let now = Date.UTC(2026, 10, 20);
  const write = (uid: string, change: Parameters<CaldavProvider['upsert']>[2]['change']) =>
    provider.upsert(calendar, { uid, href: null }, { change, now: (now += 60_000) });

  it('given one who is invited, when the event is written again, moved and deleted, then one message for each change', async () => {
    expect(await provider.sendsInvitations?.()).toBe(true);
    await write('one', { ...meeting, attendees: { invite: [bob] } });
    expect(await received('bob')).toEqual(['REQUEST']);
    await write('one', { ...meeting, attendees: { invite: [bob] } });
    expect(await received('bob')).toEqual([]);
    await write('one', at('14'));
    expect(await received('bob')).toEqual(['REQUEST']);
    await provider.remove(calendar, { uid: 'one', href: null });
    expect(await received('bob')).toEqual(['CANCEL']);
  });

  it('given two, when one is added and one removed, then each gets what concerns it, once', async () => {
    await write('two', { ...meeting, attendees: { invite: [bob] } });
    expect(await received('bob')).toEqual(['REQUEST']);
    await write('two', { attendees: { invite: [eve] } });
    expect(await received('eve')).toEqual(['REQUEST']);
    await received('bob');
    await write('two', { attendees: { remove: [bob] } });
    expect(await received('bob')).toEqual(removed);
  });

  it('given a guest whom an application invited itself, when another is invited, then the server sends the first one nothing', async () => {
    const lines = [
      ...[
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//test//EN',
        'BEGIN:VEVENT',
        'UID:mailed',
        'DTSTAMP:20261120T000000Z',
      ],
      ...['DTSTART:20261201T100000Z', 'DTEND:20261201T110000Z', 'SUMMARY:Smart'],
      ...['ATTENDEE;SCHEDULE-AGENT=CLIENT:mailto:bob@example.com', 'END:VEVENT', 'END:VCALENDAR', ''],
    ];
    await send(new URL(`${calendar.href}mailed.ics`, server.url).href, 'PUT', lines.join('\r\n'));
    expect([await received('bob'), await received('eve')]).toEqual([[], expect.any(Array)]);
    const inviting = write('mailed', { attendees: { invite: [eve] } });
    if (heedsAgents) await inviting;
    else
      await expect(inviting).rejects.toMatchObject({
        failure: 'refused',
        message: expect.stringMatching(/every guest/),
      });
    expect([await received('bob'), await received('eve')]).toEqual([[], heedsAgents ? ['REQUEST'] : []]);
    await write('mailed', at('12'));
    expect(await received('bob')).toEqual([]);
  });
});
