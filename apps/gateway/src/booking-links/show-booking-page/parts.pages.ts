import { html, type Html } from '@kalends/design';
import type { Slot } from '../booking-link.js';
import { partsOf, type LinkPart } from '../link-parts.js';
import { own } from './own-text.js';
import type { Shown } from './shown.js';
import { shownText } from './shown-text.js';

const lengths = { summary: 300, place: 300 } as const;

const titleOf = ({ event }: LinkPart): string => shownText(event.summary, lengths.summary);

const placeOf = ({ event }: LinkPart): string => shownText(event.location?.description ?? '', lengths.place);

/** What a sequence consists of, before its times are known. */
export const partFacts = ({ link, formats }: Shown, icon: Html): Html[] =>
  partsOf(link.definition).map(
    (part) =>
      html`<li>
        ${icon}<span>${own(titleOf(part))}<br />${formats.duration(part.duration)}</span>
      </li>`,
  );

/** The parts of a sequence with their times; a day is named where it begins. */
export function partTimes({ link, formats }: Shown, { parts }: Pick<Slot, 'parts'>): Html {
  const days = parts.map(({ start }) => formats.dateOf(start));
  const several = new Set(days).size > 1;
  return html`<ol class="sequence">
    ${partsOf(link.definition).map((part, n) => {
      const { start, end } = parts[n]!;
      const place = placeOf(part);
      const isNewDay = several && days[n] !== days[n - 1];
      return html`<li>
        ${isNewDay && html`<p class="day">${days[n]}</p>`}
        <p class="when">${formats.range(start, end)}</p>
        <p><strong>${own(titleOf(part))}</strong></p>
        <p class="dim">
          ${formats.duration(Math.round((end - start) / 60_000))}${place !== '' && html` · ${own(place)}`}
        </p>
      </li>`;
    })}
  </ol>`;
}
