import type { FastifyRequest } from 'fastify';
import { tagsIn, textsFor, type Texts } from '../../oauth/journey/texts/texts.js';
import { bookingTextsOf } from '../../oauth/journey/texts/booking/booking-texts.js';
import { guessZone } from '../../oauth/journey/zones.js';
import type { ShownLink } from '../booking-links.js';
import { Formats, regionalTag } from './formats.js';
import type { PageRequest } from './page-request.js';
import { shownText } from './shown-text.js';
import type { Shown } from './shown.js';

const longestName = 80;

type WithHeaders = Pick<FastifyRequest, 'headers'>;

/** Of a booking the zone in which its visitor saw it; else a guess from the browser's languages, or the link's own. */
function zoneFor(link: ShownLink, { tzid }: PageRequest, headers: WithHeaders): string {
  if (tzid !== null) return tzid;
  if (link.booking !== null) return link.booking.tzid;
  const guess = guessZone(headers);
  return guess === 'Etc/UTC' ? link.definition.tzid : guess;
}

export const textsOfPage = ({ locale }: PageRequest, headers: WithHeaders): Texts => textsFor(locale, headers);

/** How the page is shown to whoever opens it. */
export function shownTo(link: ShownLink, request: PageRequest, headers: WithHeaders): Shown {
  const t = textsOfPage(request, headers);
  const tags = [...(request.locale === null ? [] : [request.locale]), ...tagsIn(headers.headers['accept-language'] ?? '')]; // prettier-ignore
  const formats = new Formats({
    locale: regionalTag(t.lang, tags),
    tzid: zoneFor(link, request, headers),
    hours: request.hours ?? link.definition.hourFormat,
  });
  const brand = { ...link.brand, name: shownText(link.brand.name, longestName) };
  return { link: { ...link, brand }, t, b: bookingTextsOf(t), formats, request };
}
