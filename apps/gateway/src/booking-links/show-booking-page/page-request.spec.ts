import { describe, expect, it } from 'vitest';
import { readPageRequest, readPostedForm } from './page-request.js';

const nothing = {
  ...{ tzid: null, isZoneGiven: false, day: null, hour: null, hours: null, locale: null, start: null },
  ...{ isZoneChoice: false, waited: null },
};

describe('the address of a booking link’s page', () => {
  it('given all parameters, then each is read', () =>
    expect(
      readPageRequest({
        ...{ tzid: 'asia/kathmandu', day: '2026-12-01', hour: '9', hours: 'H', locale: 'de-AT' },
        ...{ start: '2026-12-01T09:00:00Z', zone: 'choose', waited: '3' },
      }),
    ).toEqual({
      ...{ tzid: 'Asia/Kathmandu', isZoneGiven: true, day: '2026-12-01', hour: 9, hours: 'H', locale: 'de-AT' },
      ...{ start: 1796115600000, isZoneChoice: true, waited: 3 },
    }));

  it.each([
    [undefined],
    [{}],
    [{ day: '2026-02-30', hour: '24', hours: 'x', start: 'soon', zone: 'x', waited: '-1' }],
    [{ day: '0000-01-01', hour: '1e3', hours: ['h'], start: '9999-12-30T00:00:00Z', waited: '99999' }],
    [{ day: '9999-12-31', hour: '', start: '1969-12-31T23:59:59Z', locale: 'x'.repeat(101) }],
    [{ day: ['2026-12-01'], locale: { a: 1 }, start: '2026-12-01T09:00:00' }],
    [
      Object.fromEntries([
        ['__proto__', 'x'],
        ['constructor', 'y'],
      ]),
    ],
  ])('given %j, then what cannot be read is absent', (query) => expect(readPageRequest(query)).toEqual(nothing));

  it('given a zone that nobody knows, then it is absent, and the page does not load again for it', () =>
    expect(readPageRequest({ tzid: 'Mars/Olympus' })).toEqual({ ...nothing, isZoneGiven: true }));

  it.each([
    ['Asia/Katmandu', 'Asia/Kathmandu'],
    ['US/Eastern', 'America/New_York'],
    ['Europe/Oslo', 'Europe/Oslo'],
    ['utc', 'Etc/UTC'],
  ])('given a browser’s %s, then it is %s (complaint 3)', (tzid, name) =>
    expect(readPageRequest({ tzid }).tzid).toBe(name),
  );

  it('given a form of any kind, then only what can be meant is read', () => {
    const empty = { nonce: '', action: '', tzid: null, start: null, parts: '' };
    for (const form of [undefined, null, 'x', 7, [], { nonce: 'x'.repeat(1_001), action: {}, tzid: 1, start: [] }])
      expect(readPostedForm(form)).toEqual(empty);
    const form = { nonce: 'n', action: 'book', tzid: 'Europe/Berlin', start: '2026-12-01T09:00:00Z' };
    expect(readPostedForm(form)).toEqual({ ...form, parts: '', start: 1796115600000 });
  });
});
