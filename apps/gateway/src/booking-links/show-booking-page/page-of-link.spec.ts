import { midnight } from '@kalends/icalendar';
import { describe, expect, it } from 'vitest';
import { languages } from '../../oauth/journey/texts/texts.js';
import { answerOf, booking, linkWith, now, pageOf, someStarts, token, visible } from './page.fixture.js';
import { freshScript } from './fresh.js';
import { zoneScript } from './zone-script.js';

const zoned = { tzid: 'America/New_York' };
const start = '2026-12-02T09:00:00Z';
const disabled = linkWith({ status: 'disabled', displayMessage: 'Ωmega\n<b>' });
const completed = linkWith({ status: 'completed', booking });
const reserved = linkWith({ status: 'booking', booking });
const changed = { id: 'c', at: now - 1_000 } as const;
const to = { ...booking, start: booking.start + 3_600_000, end: booking.end + 3_600_000 };
const pending = {
  state: 'pending',
  ...changed,
  tzid: 'Asia/Kathmandu',
  reason: null,
  isWritten: true,
  looks: 0,
} as const;
const previous = { start: booking.start, end: booking.end };
const both = { allow: ['reschedule', 'cancel'] } as const;
const allowed = (more: Parameters<typeof linkWith>[0]) => linkWith({ ...more, booking }, { allow: [...both.allow] });
const changing = allowed({ status: 'completed', change: { ...pending, kind: 'reschedule', to } });
const cancelling = allowed({ status: 'completed', change: { ...pending, kind: 'cancel', to: null } });
const refusedMove = { state: 'refused', kind: 'reschedule', ...changed, refusal: 'Provider: quota' } as const;
const cancelled = allowed({
  status: 'disabled',
  change: { state: 'done', kind: 'cancel', ...changed, reason: 'Ωmega\n<b>', previous },
});

/** Every page that a link has, by what it is. */
const everyPage: [string, () => ReturnType<typeof answerOf>, (language: string) => ReturnType<typeof answerOf>][] = (
  [
    ['open', linkWith(), {}],
    ['an empty month', linkWith(), { query: { day: '2027-03-01' } }],
    ['nothing free', linkWith(), { starts: [] }],
    ['nothing free, reported', linkWith({ isNoneDisplayed: true }), { starts: [] }],
    ['none suits', linkWith({ isNoneSuitable: true }), {}],
    ['refused', linkWith({ refusal: 'Provider: quota' }), {}],
    ['taken', linkWith(), { failure: 'taken' }],
    ['stale', linkWith(), { failure: 'stale' }],
    ['to confirm', linkWith(), { query: { start } }],
    ['no longer to confirm', linkWith(), { query: { start: '2026-12-02T09:15:00Z' } }],
    ['zones', linkWith(), { query: { zone: 'choose' } }],
    ['reserved', reserved, { query: { waited: '9' } }],
    ['completed', completed, {}],
    ['used', completed, { failure: 'used' }],
    ['disabled', disabled, {}],
    ['to change', allowed({ status: 'completed' }), {}],
    ['changing', changing, {}],
    ['cancelling', cancelling, {}],
    [
      'moved',
      allowed({
        status: 'completed',
        change: { state: 'done', kind: 'reschedule', ...changed, reason: null, previous },
      }),
      {},
    ],
    ['not moved', allowed({ status: 'completed', change: refusedMove }), {}],
    ['not cancelled', allowed({ status: 'completed', change: { ...refusedMove, kind: 'cancel' } }), {}],
    ['cancelled', cancelled, {}],
  ] as const
).map(([what, link, opened]) => [
  what,
  () => answerOf(link, opened),
  (language) => answerOf(link, { ...opened, language }),
]);

const textOf = (answer: Awaited<ReturnType<typeof answerOf>>) => (answer.kind === 'page' ? answer.page : '');

describe('every page of a link', () => {
  it.each([...languages.keys()])(
    'given %s, then each is in it, in its direction, with no English (complaint 9)',
    async (lang) => {
      const english = /(?<!\p{L})(the|your|you|with|and|this|these|times|free|booked|choose|back)(?!\p{L})/iu;
      for (const [what, , inLanguage] of everyPage) {
        const page = textOf(await inLanguage(lang));
        expect([what, /<html lang="(\w+)"/.exec(page)?.[1], page.includes('dir="rtl"')]).toEqual([
          what,
          lang,
          lang === 'ar',
        ]);
        if (lang !== 'en') expect([what, english.exec(visible(page))?.[0]]).toEqual([what, undefined]);
      }
    },
  );

  it('given each, then it loads and sends nothing elsewhere, and has no script but the zone’s (complaint 18)', async () => {
    for (const [what, open] of everyPage) {
      const page = textOf(await open()).replace('<link rel="icon" type="image/svg+xml" href="/favicon.svg" />', '');
      const known = [zoneScript, freshScript].reduce((text, one) => text.replace(`<script>${one}</script>`, ''), page);
      const rest = known.replaceAll(/<a [^>]*rel="noreferrer"[^>]*>/g, '');
      expect([what, rest.match(/<script|<link|<img|@import|url\(|\son\w+=|https?:/gi)]).toEqual([what, null]);
      expect([what, page.includes('name="robots" content="noindex')]).toEqual([what, true]);
    }
  });

  it('given each, then nobody who takes part is on it, nor the words of the provider', async () => {
    for (const [what, open] of everyPage)
      expect([what, /acc_secret|cal_secret|quota|own-event-id/.exec(textOf(await open()))]).toEqual([what, null]);
  });

  it('given each that shows a time, then the zone is beside it (complaints 3, 13, 14)', async () => {
    const booked = ['reserved', 'completed', 'to change', 'changing', 'cancelling', 'moved', 'not moved', 'cancelled'];
    const withTimes = ['open', 'none suits', 'taken', 'to confirm', ...booked];
    for (const [what, open] of everyPage.filter(([name]) => withTimes.includes(name)))
      expect([what, visible(textOf(await open()))]).toEqual([
        what,
        expect.stringMatching(
          booked.includes(what) ? /Kathmandu – Nepal Time \(UTC\+5:45\)/ : /London – United Kingdom Time \(UTC\)/,
        ),
      ]);
  });

  it('given each, then it has one first heading', async () => {
    for (const [what, open] of everyPage)
      expect([what, textOf(await open()).match(/<h1[ >]/g)?.length]).toEqual([what, 1]);
  });
});

describe('hostile names', () => {
  const hostile = `<img src=x onerror="alert('1')">&\u202e`;
  const event = { event_id: 'e', summary: hostile, description: hostile, location: { description: hostile } };
  const brand = {
    name: hostile,
    logo: null,
    accent: 'red}body{',
    privacyUrl: 'https://a.example/"><b>',
    supportUrl: null,
  };

  it.each(['open', 'booking', 'completed', 'disabled'] as const)(
    'given a link that is %s, then they are escaped',
    async (status) => {
      const link = linkWith(
        { status, brand, displayMessage: hostile, booking: status === 'open' ? null : booking },
        { event },
      );
      for (const query of [{}, { start }, { zone: 'choose' }]) {
        const page = await pageOf(link, { query: { ...zoned, ...query } });
        expect(page).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;');
        expect(page).not.toMatch(/<img src=x|"><b>|\u202e|red\}body/);
      }
    },
  );

  it(
    'given the densest link, with the longest texts, then no page is over 50 kB in any language',
    { tags: 'long' },
    async () => {
      const begin = midnight('2026-12-01', 'Asia/Kathmandu');
      const starts = Array.from({ length: 35 * 1_440 }, (_, n) => begin + n * 60_000);
      const long = {
        event_id: 'e',
        summary: '&'.repeat(1024),
        description: '"'.repeat(4096),
        location: { description: '<'.repeat(1024) },
      };
      const link = linkWith({ refusal: 'x', brand: { ...brand, name: 'ö'.repeat(200) } }, { event: long });
      for (const language of languages.keys())
        for (const query of [
          {},
          { day: '2026-12-20', hour: '23' },
          { zone: 'choose', day: '2026-12-20' },
          { start: '2026-12-02T09:00:00Z' },
        ]) {
          const tzid = 'Asia/Kathmandu';
          const page = await pageOf(link, {
            starts,
            language,
            query: { tzid, locale: `${language}-AA`, ...query },
          });
          expect([language, query, Buffer.byteLength(page) <= 50_000]).toEqual([language, query, true]);
        }
    },
  );
});

describe('an open link', () => {
  it('given nobody’s zone, then it begins in that of the visitor’s language, else the link’s, and the browser corrects it (complaint 1)', async () => {
    expect(visible(await pageOf(linkWith(), { language: 'de' }))).toContain('Berlin – ');
    const page = await pageOf(linkWith(), { language: 'en' });
    expect(visible(page)).toContain('London – ');
    expect(page).toContain(`<script>${zoneScript}</script>`);
  });

  it('given Arabic, then the zone is read from the right, whatever letters its city has', async () =>
    expect(await pageOf(linkWith(), { query: zoned, language: 'ar' })).toMatch(
      /<strong>New York – [^<]+<bdi dir="ltr">\(UTC−5\)<\/bdi><\/strong>/,
    ));

  it('given a zone in the address, then it is that, and no script runs', async () => {
    const page = await pageOf(linkWith(), { query: zoned });
    expect(visible(page)).toContain('New York – Eastern Time (UTC−5)');
    expect(page.match(/<script/g)).toEqual(['<script']);
    expect(page).toContain(`<script>${freshScript}</script>`);
  });

  it('given its days and times, then a screen reader gets links with whole dates, and buttons (complaint 10)', async () => {
    const page = await pageOf(linkWith(), { query: { tzid: 'Europe/London' } });
    expect(page).toMatch(
      /<a\s+class=""\s+href="\?tzid=Europe%2FLondon&amp;day=2026-12-09#times"\s+aria-label="Wednesday,? 9 December 2026"/,
    );
    expect(page).toMatch(/aria-current="date"/);
    expect(page).toMatch(/<button name="start" value="2026-12-02T09:00:00Z">09:00<\/button>/);
    expect(page).toMatch(/<a class="skip" href="#times">Skip to the times/);
  });

  it('given a zone that changes the day, then its times are computed again, and the page is not empty (complaints 2, 15)', async () => {
    const query = { tzid: 'Pacific/Kiritimati', day: '2026-12-02' };
    const text = visible(await pageOf(linkWith(), { query }));
    expect(text).toMatch(/Wednesday,? 2 December 2026 Your time zone: Kiritimati.*23:00/);
  });

  it('given the link’s hours or the visitor’s, then times are in those', async () => {
    const open = (query: object, hourFormat: 'h' | null) =>
      pageOf(linkWith({}, { hourFormat }), { query: { tzid: 'Europe/London', ...query } }).then(visible);
    expect(await open({}, 'h')).toMatch(/9:00\sam/i);
    expect(await open({ hours: 'H' }, 'h')).toContain('09:00');
    expect(await open({}, null)).toContain('09:00');
  });

  it('given an application that receives neither report, then no button claims that it would be', async () => {
    const link = linkWith(
      {},
      { callbackUrls: { completed: 'https://app.example/', noneSuitable: null, noneDisplayed: null } },
    );
    for (const starts of [someStarts, []]) expect(await pageOf(link, { starts })).not.toMatch(/value="none_/);
    expect(await pageOf(linkWith())).toContain('value="none_suitable"');
    expect(await pageOf(linkWith(), { starts: [] })).toContain('value="none_displayed"');
  });

  it('given a report that was made, then the page states it in place of its button', async () => {
    const text = await pageOf(linkWith({ isNoneSuitable: true }));
    expect([text.includes('Acme knows that none of these times suits you.'), text.includes('none_suitable')]).toEqual([
      true,
      false,
    ]);
  });

  it('given a calendar that refused, then nothing was booked, and another time can be chosen (complaint 5)', async () =>
    expect(visible(await pageOf(linkWith({ refusal: 'Provider: quota' })))).toMatch(/nothing was booked.*09:00/));

  it('given an empty month, then the next free day is one press away, after the last the first', async () => {
    const later = [...someStarts, Date.parse('2027-02-01T09:00:00Z')];
    expect(visible(await pageOf(linkWith(), { starts: later, query: { day: '2027-01-05' } }))).toMatch(
      /Next free day: Monday,? 1 February 2027/,
    );
    expect(visible(await pageOf(linkWith(), { query: { day: '2027-01-05' } }))).toMatch(
      /First free day: Wednesday,? 2 December 2026/,
    );
  });
});

describe('a picked time', () => {
  it('given one that is offered, then its date, time, zone and length are there to confirm', async () => {
    const text = visible(await pageOf(linkWith(), { query: { ...zoned, start } }));
    expect(text).toMatch(
      /Date Wednesday,? 2 December 2026 Time 04:00 – 04:30 Your time zone New York – Eastern Time \(UTC−5\) Duration 30 minutes/,
    );
  });

  it('given one that is not, then the page has words, 409 and the times of that day (complaints 4, 5, 6, 12)', async () => {
    const answer = await answerOf(linkWith(), { query: { ...zoned, start: '2026-12-09T09:15:00Z' } });
    expect(answer).toMatchObject({ kind: 'page', status: 409 });
    expect(visible(textOf(answer))).toMatch(
      /This time was taken meanwhile. These are free now..*Wednesday,? 9 December 2026.*04:00/,
    );
  });
});

describe('a booked link', () => {
  it('given one that is being written, then the page loads again soon, and after ten seconds it states why', async () => {
    const open = (waited: string) => answerOf(reserved, { query: { ...zoned, waited } });
    const early = await open('0');
    expect(early).toMatchObject({ refresh: { seconds: 2, address: '?tzid=America%2FNew_York&waited=1' } });
    expect([
      visible(textOf(early)).includes('some minutes'),
      visible(textOf(await open('5'))).includes('some minutes'),
    ]).toEqual([false, true]);
    expect(await open('30')).toMatchObject({ refresh: { seconds: 10 } });
  });

  it('given a redirect of the application, then who has just booked goes there, with the token beside its own query (complaint 11)', async () => {
    const link = linkWith(
      { status: 'completed', booking },
      { completedRedirect: 'https://app.example/thanks?a=1#end' },
    );
    expect(await answerOf(link, { query: { waited: '2' } })).toEqual({
      kind: 'redirect',
      address: `https://app.example/thanks?a=1&token=${token}#end`,
    });
    expect((await answerOf(link)).kind).toBe('page');
  });

  it('given its link opened again, then it shows what is booked, with the file and the way back (complaint 7)', async () => {
    const page = await pageOf(completed, { language: 'en-US' });
    expect(visible(page)).toMatch(/It is booked.*Wednesday, December 2, 2026.*2:45\sPM – 3:15\sPM.*Kathmandu.*Kai 3/);
    expect(page).toContain(`href="${token}/event.ics"`);
    expect(page).toContain('href="https://app.example/done?from=mail&amp;state=a%26b"');
  });

  it('given somebody who books it a second time, then they learn that it was used (complaint 7)', async () =>
    expect(visible(await pageOf(completed, { failure: 'used' }))).toContain(
      'A time had already been booked on this link.',
    ));

  it('given a change that its calendars have not confirmed, then both times are there, and the page loads again by itself (SCH-18)', async () => {
    const answer = await answerOf(changing, { query: zoned });
    expect(answer).toMatchObject({ refresh: { seconds: 2, address: '?tzid=America%2FNew_York' } });
    expect(visible(textOf(answer))).toMatch(
      /The time is being changed.*Time 05:00 – 05:30.*Booked until then: .*04:00 – 04:30/,
    );
    const long = allowed({ status: 'completed', change: { ...pending, at: now - 60_000, kind: 'cancel', to: null } });
    const later = await answerOf(long);
    expect(later).toMatchObject({ refresh: { seconds: 10 } });
    expect(visible(textOf(later))).toMatch(/is being cancelled.*some minutes/);
  });

  it('given a change that a calendar refused, then the page states that the time is still booked (SCH-18)', async () =>
    expect(visible(await pageOf(allowed({ status: 'completed', change: refusedMove })))).toMatch(
      /did not accept the new time. The earlier one is still booked.*It is booked/,
    ));

  it('given a disabled link, then its message is plain text with its line breaks', async () =>
    expect(await pageOf(disabled)).toContain('<p class="message" dir="auto">Ωmega\n&lt;b&gt;</p>'));

  it('given the clock of the server, then it is that of today', async () =>
    expect(await pageOf(linkWith(), { starts: [now + 3_600_000] })).toMatch(
      /class="today"\s+href="[^"]*day=2026-11-29/,
    ));
});
