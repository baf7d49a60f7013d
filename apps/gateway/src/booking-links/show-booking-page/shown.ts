import type { Texts } from '../../oauth/journey/texts/texts.js';
import type { BookingTexts } from '../../oauth/journey/texts/booking/booking-texts.js';
import type { ShownLink } from '../booking-links.js';
import type { Formats } from './formats.js';
import type { PageRequest } from './page-request.js';

/** Common input of every page of a link. */
export interface Shown {
  link: ShownLink;
  /** Texts that the journey's pages have as well, and the page's own. */
  t: Texts;
  b: BookingTexts;
  formats: Formats;
  request: PageRequest;
}

type Parameters = Readonly<Record<string, string | number | null>>;

/** What every address of the page keeps: how it shows times. */
export const keptOf = ({ formats, request }: Pick<Shown, 'formats' | 'request'>): Parameters => ({
  tzid: formats.tzid,
  hours: request.hours,
  locale: request.locale,
});

/** An address of the same page; null members are omitted. */
export function addressOf(shown: Pick<Shown, 'formats' | 'request'>, more: Parameters = {}): string {
  const all = Object.entries({ ...keptOf(shown), ...more }).filter(([, value]) => value !== null);
  return `?${new URLSearchParams(all.map(([name, value]) => [name, String(value)])).toString()}`;
}

/** The address of the link's own page, from one below it. */
export const pageAbove = (shown: Shown & { token: string }): string =>
  `../${encodeURIComponent(shown.token)}${addressOf(shown)}`;
