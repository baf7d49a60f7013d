import { bookingStyles, documentOf, frameStyles, html, Html, pickStyles, sequenceStyles } from '@kalends/design';
import { answerTo } from '../../oauth/journey/authorization-request.js';
import type { Brand } from '../../oauth/journey/brand.js';
import { brandedStyles, brandHeader, outside } from '../../oauth/journey/journey-page.js';
import type { Texts } from '../../oauth/journey/texts/texts.js';
import type { Slot } from '../booking-link.js';
import type { PageBrand } from '../booking-links.js';
import { isSequence } from '../link-parts.js';
import type { Formats } from './formats.js';
import { frameScript } from './frame.js';
import { freshScript } from './fresh.js';
import { own } from './own-text.js';
import { partFacts, partTimes } from './parts.pages.js';
import type { Shown } from './shown.js';
import { shownText } from './shown-text.js';

export { own };

const icon = (path: string): Html =>
  new Html(
    `<svg width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${path}</svg>`,
  );

export const icons = {
  clock: icon('<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3 2"/>'),
  pin: icon('<path d="M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21z"/><circle cx="12" cy="9.5" r="2.3"/>'),
  before: icon('<path d="M15 5l-7 7 7 7"/>'),
  after: icon('<path d="M9 5l7 7-7 7"/>'),
  check: icon('<path d="M5 12.5l4.5 4.5L19 7.5"/>'),
  closed: icon('<path d="M7 7l10 10M17 7L7 17"/>'),
};

const lengths = { summary: 1024, title: 80, place: 300, description: 1200 } as const;

export const summaryOf = ({ link }: Pick<Shown, 'link'>): string =>
  shownText(link.definition.event.summary, lengths.summary);

export const placeOf = ({ link }: Pick<Shown, 'link'>): string =>
  shownText(link.definition.event.location?.description ?? '', lengths.place);

/** Where it is shown as text, without a wider stage for a long one. */
const foot = (t: Texts, brand: Brand): Html | null =>
  brand.privacyUrl === null && brand.supportUrl === null
    ? null
    : html`<footer class="foot">
        ${brand.privacyUrl === null ? null : outside(brand.privacyUrl, t.privacy(brand.name))}
        ${brand.supportUrl === null ? null : outside(brand.supportUrl, t.support(brand.name))}
      </footer>`;

interface Layout {
  t: Texts;
  title: string;
  brand: PageBrand | null;
  /** One narrow card, with the application above its text. */
  isOne?: boolean;
  /** The times of several parts are shown. */
  isSequence?: boolean;
  head?: Html | null;
  /** What few of the pages have. */
  styles?: string;
  /** What precedes the content: links to skip it. */
  skip?: Html | null;
}

const scriptOf = (text: string): Html => new Html(`<script>${text}</script>`);

/** What every page of a link runs. */
const scriptsOf = ({ frameOrigins = [] }: PageBrand): Html =>
  html`${scriptOf(freshScript)}${frameOrigins.length > 0 && scriptOf(frameScript(frameOrigins))}`;

/** A whole page of a link: it stores nothing and loads nothing but its icon. */
export function layout(
  { t, title, brand, isOne = false, isSequence: isLong = false, head, skip, styles = '' }: Layout,
  content: Html,
): string {
  const used = (isOne ? bookingStyles : bookingStyles + pickStyles) + (isLong ? sequenceStyles : '') + styles;
  const framed = brand?.frameOrigins?.length ? frameStyles : '';
  const short = shownText(title, lengths.title);
  return documentOf(
    {
      lang: t.lang,
      dir: t.dir === 'rtl' ? 'rtl' : 'ltr',
      title: brand === null ? short : `${short} – ${brand.name}`,
      styles: brandedStyles(used + framed, brand),
      icon: brand?.logo,
      head: html`<meta name="robots" content="noindex,nofollow" />${head}${brand && scriptsOf(brand)}`,
    },
    html`${skip}
      <main class="${isOne ? 'one' : ''}">${content}</main>
      ${brand === null ? null : foot(t, brand)}`,
  );
}

/** What is booked, beside the choice. */
export function whatPart(shown: Shown): Html {
  const { link, formats } = shown;
  const { availability } = link.definition;
  const place = placeOf(shown);
  const about = shownText(link.definition.event.description ?? '', lengths.description);
  return html`<section class="what">
    ${brandHeader(link.brand)}
    <h1>${own(summaryOf(shown))}</h1>
    <ul class="facts">
      ${
        isSequence(availability)
          ? partFacts(shown, icons.clock)
          : html`<li>${icons.clock}<span>${formats.duration(availability.required_duration)}</span></li>`
      }
      ${place !== '' && html`<li>${icons.pin}<span>${own(place)}</span></li>`}
    </ul>
    ${about !== '' && html`<p class="about" dir="auto">${about}</p>`}
  </section>`;
}

/** The zone with the offset that it has then: `Kathmandu – Nepal Time (UTC+5:45)`. */
export const zoneOf = (zone: string, formats: Formats, at: number): Html =>
  html`${zone}${formats.offset(at) !== zone && html` <bdi dir="ltr">(${formats.offset(at)})</bdi>`}`;

/** A picked time in words: date, time, zone, length and place; of a sequence those of each part. */
export function bookedList(shown: Shown, slot: Slot, zone: string): Html {
  const { b, t, formats } = shown;
  const { start, end } = slot;
  if (slot.parts.length > 1)
    return html`<dl class="booked">
        <dt>${b.date}</dt>
        <dd>${formats.dateOf(start)}</dd>
        <dt>${t.timeZone}</dt>
        <dd>${zoneOf(zone, formats, start)}</dd>
      </dl>
      ${partTimes(shown, slot)}`;
  const place = placeOf(shown);
  return html`<dl class="booked">
    <dt>${b.date}</dt>
    <dd>${formats.dateOf(start)}</dd>
    <dt>${b.time}</dt>
    <dd>${formats.range(start, end)}</dd>
    <dt>${t.timeZone}</dt>
    <dd>${zoneOf(zone, formats, start)}</dd>
    <dt>${b.duration}</dt>
    <dd>${formats.duration(Math.round((end - start) / 60_000))}</dd>
    ${
      place !== '' &&
      html`<dt>${b.place}</dt>
        <dd>${own(place)}</dd>`
    }
  </dl>`;
}

export const sign = (kind: string, content: Html | null): Html => html`<div class="sign ${kind}">${content}</div>`;

/** The way back to the application, with the state that it gave; out of a frame as well. */
export function continueLink({ link, t }: Pick<Shown, 'link' | 't'>): Html {
  const { redirectUri, state } = link.definition;
  return html`<a class="button" href="${answerTo(redirectUri, { state })}" rel="noreferrer" target="_top"
    >${t.continueIn(link.brand.name)}</a
  >`;
}

export const notice = (text: string | null, kind: 'notice-warn' | 'notice-ok' = 'notice-warn'): Html | null =>
  text === null
    ? null
    : html`<p class="notice ${kind}" role="${kind === 'notice-ok' ? 'status' : 'alert'}">${text}</p>`;
