import { testClock } from '@kalends/testing';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { languages } from '../../oauth/journey/texts/texts.js';
import { bookedLink, freeFrom, noon, startLinks, type Links } from '../links.fixture.js';
import { visible } from '../show-booking-page/page.fixture.js';

const clock = testClock(noon);
let links: Links;
beforeAll(async () => void (links = await startLinks(freeFrom(noon, 16), clock.now)));
afterAll(() => links.gateway.stop());
afterEach(() => clock.advance(noon - clock.now()));

const english = /(?<!\p{L})(the|your|you|with|and|this|these|times|free|booked|choose|back|cancel)(?!\p{L})/iu;
const zoned = { tzid: 'Asia/Kathmandu' };

it('given a booked link, when its visitor cancels, then the page shows what, with time and zone, and afterwards that it is cancelled (SCH-16)', async () => {
  const { get, post, nonceAt, token, link } = await bookedLink(links);
  expect((await get('')).text).toContain(`href="${token}/cancel?tzid=Asia%2FKathmandu"`);
  const asked = await get('/cancel?tzid=Asia/Kathmandu');
  expect(visible(asked.text)).toMatch(
    /Cancel this booking\? Site visit .*November 20, 2026.*6:45\sPM.*Kathmandu – Nepal Time \(UTC\+5:45\).*Reason \(optional\)/,
  );
  const nonce = await nonceAt('/cancel');
  const answer = await post('/cancel', { nonce, ...zoned, reason: ' I am ill.\r\nSorry <b>\u202e ' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `../${token}?tzid=Asia%2FKathmandu`]);
  expect(await link()).toMatchObject({ status: 'disabled', change: { reason: 'I am ill.\nSorry <b>\u202e' } });
  const page = await get('');
  expect(visible(page.text)).toMatch(/The booking is cancelled.*Site visit.*6:45\sPM/);
  expect(page.text).toContain('I am ill.\nSorry &lt;b&gt;</p>');
  expect(page.text).not.toMatch(/name="nonce"|\/reschedule/);
});

it('given Back, a second tab or a repeated form after that, then they lead to what is true now, and nothing changes (SCH-16; complaint 7)', async () => {
  const { get, post, nonceAt, token, link } = await bookedLink(links);
  const nonce = await nonceAt('/cancel');
  await post('/cancel', { nonce, ...zoned });
  const after = await link();
  for (const answer of [
    await get('/cancel'),
    await get('/reschedule'),
    await post('/cancel', { nonce, ...zoned, reason: 'again' }),
    await post('/reschedule', { nonce, ...zoned, action: 'book', start: '2026-11-20T14:00:00Z' }),
  ])
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(`^\\.\\./${token}\\?`) as string,
    ]);
  expect(await link()).toEqual(after);
});

it('given whatever only follows addresses, or a form without the nonce of this booking, then nothing changes (SCH-16; complaint 8)', async () => {
  const { get, post, nonceAt, link } = await bookedLink(links);
  const other = await bookedLink(links, { event: { event_id: 'other', summary: 'Other' } });
  for (const query of ['', '?action=cancel', '?reason=x&nonce=y'])
    expect((await get(`/cancel${query}`)).status).toBe(200);
  for (const nonce of ['', 'guessed', await other.nonceAt('/cancel')]) {
    const answer = await post('/cancel', { nonce, ...zoned });
    expect([answer.status, visible(answer.text)]).toEqual([409, expect.stringContaining('nothing was changed')]);
  }
  const nonce = await nonceAt('/cancel');
  clock.advance(12 * 3_600_000);
  expect((await post('/cancel', { nonce })).status).toBe(303);
  expect(await link()).toMatchObject({ status: 'completed', change: null });
});

it('given a reason of any length or kind, then at most 500 characters of it are kept, and an empty one is none', async () => {
  for (const [reason, kept] of [
    ['', null],
    [' \r\n ', null],
    ['😀'.repeat(600), '😀'.repeat(500)],
  ] as const) {
    const { post, nonceAt, link } = await bookedLink(links);
    await post('/cancel', { nonce: await nonceAt('/cancel'), ...zoned, reason });
    expect((await link()).change).toMatchObject({ state: 'done', reason: kept });
  }
});

it('given a link that does not allow it, or a booking that has begun, then the page of the link shows that in words (SCH-16)', async () => {
  const { get, token } = await bookedLink(links, { allow: ['reschedule'] });
  expect((await get('/cancel')).headers.get('location')).toMatch(`../${token}`);
  expect((await get('')).text).not.toContain('/cancel?');
  const begun = await bookedLink(links);
  clock.advance(3_600_000);
  expect((await begun.get('/cancel')).status).toBe(303);
  const page = await begun.get('');
  expect(visible(page.text)).toContain('It has begun, so it can no longer be changed here.');
  expect(page.text).not.toContain('/cancel?');
});

it('given a token of no link, then 404', async () => {
  for (const method of ['GET', 'POST'])
    expect((await fetch(`${links.gateway.url}/rts/none/cancel`, { method })).status).toBe(404);
});

it.each([...languages.keys()])('given %s, then the page is in it, with no English (complaint 9)', async (lang) => {
  const { get } = await bookedLink(links, { event: { event_id: 'e', summary: 'Xylo' } });
  const { text } = await get('/cancel?tzid=Asia/Kathmandu', { 'accept-language': lang });
  expect([/<html lang="(\w+)"/.exec(text)?.[1], text.includes('dir="rtl"')]).toEqual([lang, lang === 'ar']);
  if (lang !== 'en') expect(english.exec(visible(text))?.[0]).toBeUndefined();
});
