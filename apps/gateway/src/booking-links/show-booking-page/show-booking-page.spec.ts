import type { FastifyReply } from 'fastify';
import { describe, expect, it } from 'vitest';
import { unavailable } from '../../http/refusals.js';
import type { Placed } from '../book-slot/place-booking.js';
import type { ShownLink } from '../booking-links.js';
import { pageNonce } from './nonce.js';
import { booking, key, linkWith, now, slotsAt, someStarts, token, visible } from './page.fixture.js';
import { PageOfLink } from './page-of-link.js';
import { ShowBookingPageController } from './show-booking-page.controller.js';
import { zoneScript } from './zone-script.js';

/** What the controller answers, as the HTTP server would send it. */
class Answered {
  statusCode = 200;
  body = '';
  private readonly sent = new Map([['content-security-policy', "default-src 'none';form-action 'self'"]]);

  getHeader = (name: string) => this.sent.get(name);
  header = (name: string, value: string) => this.headers({ [name]: value });
  headers = (all: Record<string, string>) => {
    for (const [name, value] of Object.entries(all)) this.sent.set(name.toLowerCase(), value);
    return this;
  };
  status = (code: number) => {
    this.statusCode = code;
    return this;
  };
  type = (value: string) => this.header('content-type', value);
  send = (body = '') => void (this.body = body);
}

interface Played {
  link?: ShownLink | null;
  placed?: Placed;
  /** The link after the booking. */
  after?: ShownLink;
  slots?: object;
}

/** A controller between what it calls; `calls`: what it changed. */
function play({ link = linkWith(), placed = 'placed', after, slots = slotsAt(someStarts) }: Played = {}) {
  const calls: unknown[] = [];
  const byToken = async () => (calls.length > 0 ? (after ?? link) : link);
  const place = async (_: unknown, start: number, visitor: object) => {
    calls.push({ start, ...visitor });
    return placed;
  };
  const report = async (_: unknown, kind: string, tzid: string) => void calls.push({ kind, tzid });
  const clock = () => now;
  const pages = new PageOfLink(slots as never, clock, key);
  const controller = new ShowBookingPageController(
    { byToken } as never,
    pages,
    { place } as never,
    { report } as never,
    clock,
    key,
  );
  const request = (query: object) => ({ params: { token }, query, headers: { 'accept-language': 'en-GB' } }) as never;
  const answerOf = async (work: (reply: FastifyReply) => unknown) => {
    const answered = new Answered();
    await work(answered as unknown as FastifyReply);
    return answered;
  };
  return {
    calls,
    open: (query: object = {}) => answerOf((reply) => controller.open(request(query), reply)),
    post: (form: object, query: object = {}) => answerOf((reply) => controller.decide(request(query), reply, form)),
    file: () => answerOf((reply) => controller.file(request({}), reply)),
  };
}

const nonce = pageNonce({ linkId: 'sch_1', now: now - 60_000 }, key);
const start = '2026-12-02T09:00:00Z';
const form = { nonce, tzid: 'Asia/Kathmandu', start };
const kept = '?tzid=Asia%2FKathmandu';
const completed = linkWith({ status: 'completed', booking });

describe('opening the page', () => {
  it('given anybody, then it is not stored, not indexed, and may run two scripts', async () => {
    const played = play();
    const page = await played.open();
    expect([page.statusCode, page.getHeader('cache-control'), page.getHeader('x-robots-tag')]).toEqual([200, 'no-store', 'noindex, nofollow']); // prettier-ignore
    expect(page.getHeader('content-security-policy')).toMatch(/;script-src( 'sha256-[\w+/]{43}='){2}$/);
    expect(page.body).toContain(zoneScript);
    const zoned = (await played.open({ tzid: 'Mars/Olympus' })).getHeader('content-security-policy');
    expect(zoned).toMatch(/;script-src 'sha256-[\w+/]{43}='$/);
    expect(played.calls).toEqual([]);
  });

  it('given a redirect of the application, then a form may lead there, and to no other address', async () => {
    const link = linkWith({}, { completedRedirect: 'https://app.example/thanks' });
    expect((await play({ link }).open({ tzid: 'UTC' })).getHeader('content-security-policy')).toContain("form-action 'self' https://app.example"); // prettier-ignore
  });

  it('given a token of no link, then the page states it in words (complaint 7)', async () => {
    const played = play({ link: null });
    for (const answered of [await played.open({ locale: 'de' }), await played.post(form), await played.file()]) {
      expect(answered.statusCode).toBe(404);
      expect(answered.body).toMatch(/<h1>(Diesen Link gibt es nicht|This link does not exist)/);
    }
  });

  it('given services that are away, then the page offers to try again, with the status', async () => {
    const away = async () => Promise.reject(unavailable('The bus is away.'));
    const played = play({ slots: { find: away, first: away } });
    const page = await played.open();
    expect([page.statusCode, page.getHeader('retry-after'), page.getHeader('cache-control')]).toEqual([503, '2', 'no-store']); // prettier-ignore
    expect(visible(page.body)).toMatch(/The times cannot be shown right now Nothing was booked\./);
    expect(page.body).not.toContain('The bus is away.');
  });

  it('given a bug, then it is not hidden behind a page', async () => {
    const broken = async () => Promise.reject(new Error('broken'));
    await expect(play({ slots: { find: broken, first: broken } }).open()).rejects.toThrow('broken');
  });
});

describe('a form of the page', () => {
  it('given a chosen time, then it is shown to be confirmed, and nothing is booked yet', async () => {
    const played = play();
    const { statusCode, getHeader } = await played.post({ ...form, action: 'choose' }, { hours: 'H' });
    expect([statusCode, getHeader('location')]).toEqual([303, `${kept}&hours=H&start=2026-12-02T09%3A00%3A00Z`]);
    expect(played.calls).toEqual([]);
  });

  it('given a link without confirmation, then choosing books', async () => {
    const played = play({ link: linkWith({}, { selectionMode: 'no_confirm' }) });
    const { statusCode, getHeader } = await played.post({ ...form, action: 'choose' });
    expect([statusCode, getHeader('location')]).toEqual([303, `${kept}&waited=0`]);
    expect(played.calls).toEqual([{ start: Date.parse(start), tzid: 'Asia/Kathmandu', lang: 'en' }]);
  });

  it('given a time that was taken meanwhile, then the page of that day has words, and the times that are free now (complaint 4)', async () => {
    const page = await play({ placed: 'taken' }).post({ ...form, action: 'book', start: '2026-12-09T09:00:00Z' });
    expect(page.statusCode).toBe(409);
    expect(visible(page.body)).toMatch(
      /This time was taken meanwhile\. These are free now\..*Wednesday,? 9 December 2026.*14:45/,
    );
  });

  it('given a link that somebody else has just used, then it shows what is booked (complaint 7)', async () => {
    const page = await play({ placed: 'over', after: completed }).post({ ...form, action: 'book' });
    expect(page.statusCode).toBe(409);
    expect(visible(page.body)).toMatch(/A time had already been booked on this link.*It is booked.*14:45 – 15:15/);
  });

  it.each([
    ['none', ''],
    ['one of another link', pageNonce({ linkId: 'sch_2', now }, key)],
    ['one of yesterday', pageNonce({ linkId: 'sch_1', now: now - 43_200_000 }, key)],
  ])(
    'given no nonce of its own but %s, then nothing changes, and the page states why (complaint 8)',
    async (_, wrong) => {
      const played = play();
      for (const action of ['choose', 'book', 'none_suitable', 'none_displayed']) {
        const page = await played.post({ ...form, nonce: wrong, action });
        expect([page.statusCode, page.getHeader('content-type')]).toEqual([409, 'text/html; charset=utf-8']);
        expect(visible(page.body)).toContain('This page had been open for too long, so nothing was booked.');
      }
      expect(played.calls).toEqual([]);
    },
  );

  it('given that no time fits, or none is shown, then it is reported with the visitor’s zone', async () => {
    const played = play();
    for (const action of ['none_suitable', 'none_displayed'])
      expect(await played.post({ ...form, action })).toMatchObject({ statusCode: 303 });
    expect(played.calls).toEqual([
      { kind: 'no-times-suitable', tzid: 'Asia/Kathmandu' },
      { kind: 'no-times-displayed', tzid: 'Asia/Kathmandu' },
    ]);
  });

  it.each([undefined, 'text', { ...form }, { ...form, action: 'steal' }, { nonce, action: 'book', start: '9999' }])(
    'given %j, then nothing changes, and the page is shown again',
    async (odd) => {
      const played = play();
      expect([303, 409]).toContain((await played.post(odd as object)).statusCode);
      expect(played.calls).toEqual([]);
    },
  );
});

describe('the file of a booked link', () => {
  it('given a completed one, then it is a calendar file to save', async () => {
    const file = await play({ link: completed }).file();
    expect(file.getHeader('content-type')).toBe('text/calendar; charset=utf-8; method=PUBLISH');
    expect(file.getHeader('content-disposition')).toBe('attachment; filename="event.ics"');
    expect(file.body).toContain('DTSTART:20261202T090000Z');
  });

  it('given one that is not booked, then there is none', async () => {
    expect((await play().file()).statusCode).toBe(404);
    expect((await play({ link: linkWith({ status: 'booking', booking }) }).file()).statusCode).toBe(404);
  });
});
