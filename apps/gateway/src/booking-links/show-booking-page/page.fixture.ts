import { instantMs, type EpochMs } from '@kalends/icalendar';
import type { AvailabilityBody } from '@kalends/public-api';
import type { LinkDefinition } from '../booking-link.js';
import { slotOf } from '../link-parts.js';
import type { ShownLink } from '../booking-links.js';
import type { Search } from '../offered-slots.js';
import { PageOfLink, type Answer, type Failure } from './page-of-link.js';
import { readPageRequest } from './page-request.js';
import { shownTo } from './visitor-of.js';

export const at = (text: string): EpochMs => instantMs(text)!;
export const now = at('2026-11-29T12:00:00Z');
export const key = Buffer.alloc(32, 7);
export const token = 'the-token';
export const someStarts = ['2026-12-02T09:00:00Z', '2026-12-02T10:00:00Z', '2026-12-09T09:00:00Z'].map(at);

export const booking = {
  ...{ start: at('2026-12-02T09:00:00Z'), end: at('2026-12-02T09:30:00Z'), subs: ['acc_secret'] },
  ...{ tzid: 'Asia/Kathmandu', lang: 'en', holdId: 'h', events: [], isWritten: true, looks: 0 },
  parts: [{ start: at('2026-12-02T09:00:00Z'), end: at('2026-12-02T09:30:00Z'), subs: ['acc_secret'] }],
};

const definition: LinkDefinition = {
  event: { event_id: 'own-event-id', summary: 'Xylo', location: { description: 'Kai 3' } } as LinkDefinition['event'],
  availability: {
    participants: [{ members: [{ sub: 'acc_secret' }], required: 'all' }],
    required_duration: 30,
  } as unknown as AvailabilityBody,
  targets: [{ accountId: 'acc_secret', calendarId: 'cal_secret' }],
  creation: 'default',
  tzid: 'Europe/London',
  hourFormat: null,
  minimumNotice: 0,
  selectionMode: 'confirm',
  callbackUrls: {
    completed: null,
    noneSuitable: 'https://app.example/none',
    noneDisplayed: 'https://app.example/none',
  },
  completedRedirect: null,
  redirectUri: 'https://app.example/done?from=mail',
  state: 'a&b',
};

const brand = { name: 'Acme', logo: null, accent: null, privacyUrl: null, supportUrl: null };

/** An open link, with these differences. */
export const linkWith = (more: Partial<ShownLink> = {}, defined: Partial<LinkDefinition> = {}): ShownLink => ({
  ...{
    linkId: 'sch_1',
    clientId: 'app',
    status: 'open',
    booking: null,
    change: null,
    displayMessage: null,
    refusal: null,
  },
  ...{ isNoneSuitable: false, isNoneDisplayed: false, tokenSealed: '', brand },
  ...more,
  definition: { ...definition, ...defined },
});

/** Slots of half an hour as a link offers them. */
export function slotsAt(starts: readonly EpochMs[]) {
  const all = starts.map((start) => slotOf([{ start, end: start + 1_800_000, subs: ['acc_secret'] }]));
  const find = async (_: unknown, { from, to, most }: Search) =>
    all.filter(({ start }) => start >= from && start < to).slice(0, most);
  const first = async (_: unknown, from: EpochMs) => (await find(_, { from, to: Infinity, most: 1 }))[0] ?? null;
  return { find, first } as never;
}

interface Opened {
  starts?: readonly EpochMs[];
  query?: object;
  language?: string;
  failure?: Failure;
}

/** What the link answers to somebody who opens its page. */
export function answerOf(
  link: ShownLink,
  { starts = someStarts, query = {}, language = 'en-GB', failure }: Opened = {},
): Promise<Answer> {
  const request = { headers: { 'accept-language': language } };
  const shown = shownTo(link, readPageRequest(query), request);
  return new PageOfLink(slotsAt(starts), () => now, key).read({ ...shown, token }, failure ?? null);
}

export async function pageOf(link: ShownLink, opened: Opened = {}): Promise<string> {
  const answer = await answerOf(link, opened);
  if (answer.kind !== 'page') throw new Error(`redirected to ${answer.address}`);
  return answer.page;
}

/** What people read of it. */
export const visible = (page: string): string =>
  page
    .replace(/<(style|script|svg|select)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#39;/g, "'")
    .replace(/\s+/g, ' ');
