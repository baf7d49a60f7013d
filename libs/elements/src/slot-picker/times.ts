import { h, moveFocus } from '../base/dom.js';
import { clockOf, dateMs, dayOf, format, formatRange, instantOf } from '../base/time.js';
import type { Texts } from '../texts/texts.js';
import type { Slot } from './slots.js';

interface Times {
  day: string;
  slots: readonly Slot[];
  selected: Slot | null;
  locale: string;
  tzid: string;
  rtl: boolean;
  texts: Texts;
  onSlot: (slot: Slot) => void;
}

type Part = 'morning' | 'afternoon' | 'evening';

const partOf = (slot: Slot, tzid: string): Part => {
  const time = clockOf(instantOf(slot.start), tzid);
  return time < '12:00' ? 'morning' : time < '17:00' ? 'afternoon' : 'evening';
};

export const timeText = (ms: number, locale: string, tzid: string): string =>
  format(ms, locale, { timeZone: tzid, hour: 'numeric', minute: '2-digit' });

/** From when to when; both on one day, as those of a meeting usually are. */
export const rangeText = ([start, end]: readonly [number, number], locale: string, tzid: string): string => {
  const options = { timeZone: tzid, hour: 'numeric', minute: '2-digit' } as const;
  if (dayOf(end, tzid) === dayOf(start, tzid)) return formatRange([start, end], locale, options);
  return `${timeText(start, locale, tzid)} – ${timeText(end, locale, tzid)}`;
};

export const dayText = (day: string, locale: string): string =>
  format(dateMs(day), locale, { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' });

/** The times of a day by its parts; arrow keys lead through all of them. */
export function timesView({ day, slots, selected, locale, tzid, rtl, texts, onSlot }: Times): HTMLElement {
  const stop = selected && slots.includes(selected) ? selected : slots[0];
  const button = (slot: Slot) => {
    const [start, end] = [instantOf(slot.start), instantOf(slot.end)];
    const shown = timeText(start, locale, tzid);
    return h('button', { class: 'time', 'aria-label': `${shown} – ${timeText(end, locale, tzid)}`, 'aria-pressed': String(slot === selected), 'data-key': `time-${slot.start}`, tabindex: slot === stop ? 0 : -1, part: 'time', onclick: () => onSlot(slot) }, shown); // prettier-ignore
  };
  const parts = (['morning', 'afternoon', 'evening'] as const).flatMap((name) => {
    const own = slots.filter((slot) => partOf(slot, tzid) === name);
    if (own.length === 0) return [];
    const list = h('ul', {}, ...own.map((slot) => h('li', {}, button(slot))));
    return [h('h4', {}, texts[name]), list];
  });
  const onkeydown = (event: KeyboardEvent) => {
    const list = event.currentTarget as HTMLElement;
    moveFocus(event, [...list.querySelectorAll<HTMLElement>('button')], rtl);
  };
  const title = h('h3', { id: 'day', tabindex: -1, 'data-key': 'times' }, dayText(day, locale));
  return h('div', { class: 'times' }, title, h('div', { class: 'list', role: 'group', 'aria-labelledby': 'day', onkeydown }, ...parts)); // prettier-ignore
}
