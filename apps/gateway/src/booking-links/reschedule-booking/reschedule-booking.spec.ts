import { testClock } from '@kalends/testing';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { unavailable } from '../../http/refusals.js';
import { languages } from '../../oauth/journey/texts/texts.js';
import { bookedLink, freeFrom, noon, startLinks, type Links } from '../links.fixture.js';
import { visible } from '../show-booking-page/page.fixture.js';

const clock = testClock(noon);
let links: Links;
let isTaken = (_at: number) => false;
let isAway = false;
beforeAll(async () => {
  const free = freeFrom(noon, 6, (at) => isTaken(at));
  const replyTo: typeof free = (topic, body) => {
    if (isAway) throw unavailable('The bus is away.');
    return free(topic, body);
  };
  links = await startLinks(replyTo, clock.now);
});
afterAll(() => links.gateway.stop());
afterEach(() => {
  clock.advance(noon - clock.now());
  isTaken = () => false;
  isAway = false;
});

const english = /(?<!\p{L})(the|your|you|with|and|this|these|times|free|booked|choose|back|move)(?!\p{L})/iu;
const zoned = { tzid: 'Asia/Kathmandu' };
const start = '2026-11-20T15:00:00Z';

it('given a booked link, when its visitor picks and confirms another time, then the page shows it, and the file has a higher SEQUENCE (SCH-17; RFC 5546 §2.1.4)', async () => {
  const { get, post, nonceAt, token, link } = await bookedLink(links);
  expect((await get('/event.ics')).text).toMatch(/SEQUENCE:0\r\n/);
  const times = await get('/reschedule?tzid=Asia/Kathmandu');
  expect(visible(times.text)).toMatch(/Booked now: .*November 20, 2026 · 6:45\sPM – 7:15\sPM.*Keep it as it is/);
  expect(times.text).toContain('value="2026-11-20T13:15:00Z"');
  expect(times.text).not.toContain('value="2026-11-20T13:00:00Z"');
  const nonce = await nonceAt('/reschedule');
  const chosen = await post('/reschedule', { nonce, ...zoned, action: 'choose', start });
  expect([chosen.status, chosen.headers.get('location')]).toEqual([
    303,
    expect.stringContaining('start=2026-11-20T15'),
  ]);
  const confirm = await get('/reschedule?tzid=Asia/Kathmandu&start=2026-11-20T15:00:00Z');
  expect(visible(confirm.text)).toMatch(/Confirm the new time.*8:45\sPM – 9:15\sPM.*Kathmandu.*Booked now: .*6:45\sPM/);
  expect((await link()).change).toBeNull();
  const done = await post('/reschedule', { nonce, ...zoned, action: 'book', start });
  expect([done.status, done.headers.get('location')]).toEqual([303, `../${token}?tzid=Asia%2FKathmandu`]);
  expect(visible((await get('')).text)).toMatch(/It is booked.*8:45\sPM.*Before: .*6:45\sPM.*Update your calendar/);
  const file = (await get('/event.ics')).text;
  for (const line of ['METHOD:PUBLISH', `UID:${(await link()).linkId}`, 'SEQUENCE:1', 'DTSTART:20261120T150000Z'])
    expect(file.split('\r\n')).toContain(line);
});

it('given a booking that was moved and then cancelled, then its file cancels it, with the highest SEQUENCE (RFC 5546 §3.2.5)', async () => {
  const { get, post, nonceAt } = await bookedLink(links);
  await post('/reschedule', { nonce: await nonceAt('/reschedule'), ...zoned, action: 'book', start });
  await post('/cancel', { nonce: await nonceAt('/cancel'), ...zoned });
  const file = await get('/event.ics');
  expect(file.headers.get('content-type')).toBe('text/calendar; charset=utf-8; method=CANCEL');
  for (const line of ['METHOD:CANCEL', 'STATUS:CANCELLED', 'SEQUENCE:2', 'DTSTART:20261120T150000Z'])
    expect(file.text.split('\r\n')).toContain(line);
});

it('given a form that is sent again after it has done its work, or that of another tab, then nothing changes (SCH-16; complaint 7)', async () => {
  const { post, nonceAt, link } = await bookedLink(links);
  const [first, second] = [await nonceAt('/reschedule'), await nonceAt('/cancel')];
  await post('/reschedule', { nonce: first, ...zoned, action: 'book', start });
  await post('/reschedule', {
    nonce: await nonceAt('/reschedule'),
    ...zoned,
    action: 'book',
    start: '2026-11-20T16:00:00Z',
  });
  const after = await link();
  expect(after.booking!.start).toBe(Date.UTC(2026, 10, 20, 16));
  const again = await post('/reschedule', { nonce: first, ...zoned, action: 'book', start });
  expect([again.status, visible(again.text)]).toEqual([409, expect.stringContaining('nothing was changed')]);
  expect((await post('/cancel', { nonce: second, ...zoned })).status).toBe(409);
  expect(await link()).toEqual(after);
});

it('given a time that was taken meanwhile, then the page of that day shows what is free now, and the booking stays (SCH-17; complaint 4)', async () => {
  const { get, post, nonceAt, link } = await bookedLink(links);
  const nonce = await nonceAt('/reschedule');
  isTaken = (at) => at === Date.UTC(2026, 10, 20, 15);
  const answer = await post('/reschedule', { nonce, ...zoned, action: 'book', start });
  expect([answer.status, visible(answer.text)]).toEqual([
    409,
    expect.stringMatching(/was taken meanwhile\. These are free now/),
  ]);
  const confirm = await get(`/reschedule?tzid=Asia/Kathmandu&start=${start}`);
  expect([confirm.status, confirm.text.includes(`value="${start}"`)]).toEqual([409, false]);
  isTaken = () => true;
  const none = await get('/reschedule?tzid=Asia/Kathmandu');
  expect(visible(none.text)).toMatch(/No other time is free What you booked stays booked\..*6:45\sPM/);
  expect((await link()).change).toBeNull();
});

it('given a link without confirmation, then choosing moves it (SCH-17)', async () => {
  const { post, nonceAt, link } = await bookedLink(links, { selection_mode: 'no_confirm' });
  await post('/reschedule', { nonce: await nonceAt('/reschedule'), ...zoned, action: 'choose', start });
  expect((await link()).booking!.start).toBe(Date.UTC(2026, 10, 20, 15));
});

it('given services that are away, then the page offers to try again, and nothing changes', async () => {
  const { get, post, nonceAt, link } = await bookedLink(links);
  const nonce = await nonceAt('/reschedule');
  isAway = true;
  for (const answer of [await get('/reschedule'), await post('/reschedule', { nonce, action: 'book', start })])
    expect([answer.status, visible(answer.text)]).toEqual([503, expect.stringContaining('Try again')]);
  expect((await link()).change).toBeNull();
});

it('given a link that does not allow it, then it leads to the page of the link (SCH-16)', async () => {
  const { get, token } = await bookedLink(links, { allow: ['cancel'] });
  expect((await get('/reschedule')).headers.get('location')).toMatch(`../${token}`);
  expect((await get('')).text).not.toContain('/reschedule?');
  expect((await fetch(`${links.gateway.url}/rts/none/reschedule`)).status).toBe(404);
});

it.each([...languages.keys()])('given %s, then each page is in it, with no English (complaint 9)', async (lang) => {
  const { get } = await bookedLink(links, { event: { event_id: 'e', summary: 'Xylo' } });
  const pages = ['', `&start=${start}`, '&zone=choose', '&day=2027-01-01'];
  for (const query of pages) {
    const { text } = await get(`/reschedule?tzid=Asia/Kathmandu${query}`, { 'accept-language': lang });
    expect([query, /<html lang="(\w+)"/.exec(text)?.[1]]).toEqual([query, lang]);
    if (lang !== 'en') expect([query, english.exec(visible(text))?.[0]]).toEqual([query, undefined]);
  }
});
