import { testClock } from '@kalends/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { CaldavProvider } from './caldav-provider.js';
import { createMemory } from './discovery-memory.js';

const hour = 3_600_000;
const url = 'https://dav.example.com/';
const answerOf = (href: string, prop: string) =>
  `<d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:response><d:href>${href}</d:href>
   <d:propstat><d:prop>${prop}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>`;
const props = new Map([
  ['/', '<d:current-user-principal><d:href>/ada/</d:href></d:current-user-principal>'],
  ['/ada/', '<c:calendar-home-set><d:href>/home/</d:href></c:calendar-home-set>'],
]);
const work = { href: '/home/work/', name: 'Work', readonly: false, primary: true };
const event = { summary: 'A', start: { date: '2026-12-01' }, end: { date: '2026-12-02' } };

describe('what is remembered of a discovery (ADR 0144)', () => {
  const clock = testClock();
  let discoveries = 0;
  let provider: CaldavProvider;
  beforeEach(async () => {
    const fetch = (async (input: string) => {
      const { pathname } = new URL(input);
      if (pathname === '/') discoveries += 1;
      return new Response(answerOf(pathname, props.get(pathname) ?? ''), { status: 207, headers: { dav: '1' } });
    }) as typeof globalThis.fetch;
    const account = { providerName: 'caldav', url, username: 'ada', password: 'secret', fetch };
    provider = new CaldavProvider(account, createMemory(clock.now)({ profileId: 'pro_1', url, username: 'ada' }));
    await provider.calendars();
    discoveries = 0;
  });

  it('given polls, then one discovery is enough for a day', async () => {
    for (let passed = 1; passed < 24; passed += 1) {
      clock.advance(hour);
      await provider.calendars();
      await provider.sendsInvitations();
    }
    expect(discoveries).toBe(0);
    clock.advance(hour);
    await provider.calendars();
    expect(discoveries).toBe(1);
  });

  it('given a write, then the addresses in whose name it invites are not older than an hour', async () => {
    const write = () =>
      provider.upsert(work, { uid: 'a', href: null }, { change: event } as never).catch(() => undefined);
    clock.advance(hour - 1);
    await write();
    expect(discoveries).toBe(0);
    clock.advance(1);
    await write();
    expect(discoveries).toBe(1);
    clock.advance(hour);
    await provider.ownAddresses();
    expect(discoveries).toBe(2);
  });
});
