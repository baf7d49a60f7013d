import type { Texts } from '../texts/texts.js';
import { h, icon, icons } from './dom.js';
import { addDays, dateMs, format } from './time.js';

interface WeekHead {
  /** Its first day. */
  week: string;
  locale: string;
  texts: Texts;
  isCurrent: boolean;
  onWeek: (week: string | null) => void;
}

const utc = { timeZone: 'UTC' } as const;

export const shortDay = (day: string, locale: string): string =>
  format(dateMs(day), locale, { ...utc, day: 'numeric', month: 'short' });

/** The dates of a week, and the way to others; null is the present one. */
export function weekHead({ week, locale, texts, isCurrent, onWeek }: WeekHead): HTMLElement {
  const title = `${shortDay(week, locale)} – ${format(dateMs(addDays(week, 6)), locale, { ...utc, day: 'numeric', month: 'short', year: 'numeric' })}`;
  const turn = (days: number, label: string, path: string) =>
    h('button', { class: 'turn', 'aria-label': label, 'data-key': `week${days}`, onclick: () => onWeek(addDays(week, days)) }, icon(path)); // prettier-ignore
  const present = h('button', { class: 'small', 'data-key': 'present', disabled: isCurrent, onclick: () => onWeek(null) }, texts.thisWeek); // prettier-ignore
  return h(
    'div',
    { class: 'head' },
    h('h2', { 'aria-live': 'polite' }, title),
    present,
    turn(-7, texts.previousWeek, icons.back),
    turn(7, texts.nextWeek, icons.forth),
  );
}
