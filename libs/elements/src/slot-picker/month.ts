import { focusOne, h, icon, icons } from '../base/dom.js';
import { addDays, addMonths, dateMs, format, monthGrid } from '../base/time.js';
import type { Texts } from '../texts/texts.js';

interface Month {
  /** YYYY-MM */
  month: string;
  selected: string | null;
  today: string;
  /** Number of slots by date. */
  free: ReadonlyMap<string, number>;
  bounds: { first: string; last: string };
  locale: string;
  rtl: boolean;
  texts: Texts;
  isLoading: boolean;
  onMonth: (month: string) => void;
  onDay: (day: string) => void;
}

const utc = { timeZone: 'UTC' } as const;

export const monthName = (month: string, locale: string): string =>
  format(dateMs(`${month}-01`), locale, { ...utc, month: 'long', year: 'numeric' });

const turn = ({ month, bounds, texts, onMonth }: Month, step: -1 | 1): HTMLElement => {
  const target = addMonths(month, step);
  return h(
    'button',
    {
      class: 'turn',
      'aria-label': step < 0 ? texts.previousMonth : texts.nextMonth,
      'data-key': `turn${step}`,
      disabled: target < bounds.first || target > bounds.last,
      onclick: () => onMonth(target),
    },
    icon(step < 0 ? icons.back : icons.forth),
  );
};

const rows = new Map(Object.entries({ ArrowUp: -7, ArrowDown: 7 }));

/** Up and down lead a week on, sideways to the next free day; without a free day there, to the nearest one in that direction. */
function onKey(event: KeyboardEvent, rtl: boolean): void {
  const grid = event.currentTarget as HTMLElement;
  const days = [...grid.querySelectorAll<HTMLElement>('button')];
  const here = days.indexOf(event.target as HTMLElement);
  if (here < 0) return;
  const forward = rtl ? 'ArrowLeft' : 'ArrowRight';
  const side = event.key === forward ? 1 : event.key === 'ArrowLeft' || event.key === 'ArrowRight' ? -1 : 0;
  const week = rows.get(event.key);
  const wanted = week === undefined ? null : addDays(days[here]!.dataset.day!, week);
  const nearest = wanted === null ? -1 : week! > 0 ? days.findIndex((one) => one.dataset.day! >= wanted) : days.findLastIndex((one) => one.dataset.day! <= wanted); // prettier-ignore
  const next = side !== 0 ? here + side : event.key === 'Home' ? 0 : event.key === 'End' ? days.length - 1 : nearest;
  if (side === 0 && week === undefined && event.key !== 'Home' && event.key !== 'End') return;
  event.preventDefault();
  if (days[next]) focusOne(days, days[next]);
}

function cell(view: Month, day: string | null, stop: string | undefined): HTMLElement {
  if (day === null) return h('td');
  const { selected, today, free, locale, onDay } = view;
  const number = format(dateMs(day), locale, { ...utc, day: 'numeric' }).replace(/日$/, '');
  const current = day === today ? 'date' : undefined;
  if (!free.has(day))
    return h('td', {}, h('span', { class: day === today && 'today', 'aria-current': current }, number));
  const label = format(dateMs(day), locale, { ...utc, weekday: 'long', day: 'numeric', month: 'long' });
  const button = h('button', { class: day === today ? 'day today' : 'day', 'aria-label': label, 'aria-pressed': String(day === selected), 'aria-current': current, 'data-key': `day-${day}`, 'data-day': day, tabindex: day === stop ? 0 : -1, onclick: () => onDay(day) }, number); // prettier-ignore
  return h('td', {}, button);
}

/** A month of days; those with a free time are buttons, of which one is a tab stop. */
export function monthView(view: Month): HTMLElement {
  const { month, locale, selected, free, rtl, isLoading } = view;
  const weeks = monthGrid(month, locale);
  const days = weeks.flat().filter((day) => day !== null && free.has(day)) as string[];
  const stop = days.find((day) => day === selected) ?? days[0];
  const names = weeks[1]!.map((day) =>
    h(
      'th',
      { scope: 'col' },
      h('span', { 'aria-hidden': 'true' }, format(dateMs(day!), locale, { ...utc, weekday: 'short' })),
      h('span', { class: 'hidden' }, format(dateMs(day!), locale, { ...utc, weekday: 'long' })),
    ),
  );
  const table = h(
    'table',
    { 'aria-labelledby': 'month', onkeydown: (event: KeyboardEvent) => onKey(event, rtl) },
    h('thead', {}, h('tr', {}, ...names)),
    h('tbody', {}, ...weeks.map((week) => h('tr', {}, ...week.map((day) => cell(view, day, stop))))),
  );
  const head = h(
    'div',
    { class: 'head' },
    h('h2', { id: 'month' }, monthName(month, locale)),
    turn(view, -1),
    turn(view, 1),
  );
  return h('div', { class: 'month', 'aria-busy': String(isLoading) }, head, table);
}
