import { createSealer } from '@kalends/security';
import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { Journey } from './journey.js';
import { Journeys } from './journeys.js';
import type { Relink } from './relink.js';

const [one, other] = ['1'.repeat(32), '2'.repeat(32)];
const requestOf = (browserId: string | null) =>
  ({ headers: {}, cookies: browserId === null ? {} : { kalends_browser: browserId } }) as unknown as FastifyRequest;
const at = (now: number, key = 1) =>
  new Journeys(createSealer([new Uint8Array(32).fill(key)]), { PUBLIC_URL: 'http://kalends.test' }, () => now);

const journey = {
  id: 'journey-1',
  request: { locale: 'de' },
  accountId: 'acc_1',
  stagedId: null,
  vouched: false,
  builtIn: null,
  tzid: 'Etc/UTC',
  expires: 1_000,
} as unknown as Journey;
const relink = { accountId: 'acc_1', profileId: 'pro_1', lang: 'fr', expires: 1_000 } as Relink;

describe('journeys', () => {
  const sealed = at(0).seal(journey, one);
  const sealedRelink = at(0).sealRelink(relink, one);
  // not the last character, some of whose bits are unused
  const altered = `${sealed.slice(0, -3)}${sealed.at(-3) === 'A' ? 'B' : 'A'}${sealed.slice(-2)}`;

  it('given their own browser in time, when opened, then they continue in their own language', () => {
    expect(at(999).open(requestOf(one), sealed)).toMatchObject({ journey, browserId: one, t: { lang: 'de' } });
    expect(at(999).openRelink(requestOf(one), sealedRelink)).toMatchObject({
      relink,
      browserId: one,
      t: { lang: 'fr' },
    });
    const atGoogle = at(0).seal(journey, one, 'google-state');
    expect(at(999).open(requestOf(one), atGoogle, 'google-state')).toMatchObject({ journey });
  });

  it.each([
    ['another browser', sealed, other, 0],
    ['no browser', sealed, null, 0],
    ['an expired one', sealed, one, 1_000],
    ['an altered text', altered, one, 0],
    ['another key', at(0, 2).seal(journey, one), one, 0],
    ['no text', undefined, one, 0],
    ['one that was sealed before journeys had an id', at(0).seal({ ...journey, id: undefined as never }, one), one, 0],
    ['a state for a provider', at(0).seal(journey, one, 'google-state'), one, 0],
    ['a relink', sealedRelink, one, 0],
  ])('given %s, when opened, then it is null', (_what, text, browser, now) =>
    expect(at(now).open(requestOf(browser), text)).toMatchObject({ journey: null, t: { lang: 'en' } }),
  );

  it.each([
    ['another browser', sealedRelink, other, 0],
    ['an expired one', sealedRelink, one, 1_000],
    ['a journey', sealed, one, 0],
    ['a state for a provider', at(0).sealRelink(relink, one, 'google-state'), one, 0],
  ])('given %s, when opened as a relink, then it is null', (_what, text, browser, now) =>
    expect(at(now).openRelink(requestOf(browser), text)).toMatchObject({ relink: null }),
  );
});
