import { now } from '../base/clock.js';
import { h } from '../base/dom.js';
import { KalendsElement } from '../base/element.js';
import { addDays, clockOf, dateMs, dayOf, format, instantAt, instantOf, isoOf, weekOf } from '../base/time.js';
import { weekHead } from '../base/week.js';
import type { AvailabilityQuery, Found, Slot } from '../slot-picker/slots.js';
import { dayText, rangeText } from '../slot-picker/times.js';

const clockForm = /^([01]\d|2[0-4]):00$/;

/** `<kalends-availability-viewer>`: the free time of a week, hour by hour. */
export class AvailabilityViewer extends KalendsElement {
  static override observedAttributes = ['api', 'element-token', 'locale', 'tzid', 'start-time', 'end-time'];
  private asked: AvailabilityQuery | null = null;
  private week = '';
  private free: Slot[] | null = null;
  private round = 0;

  get query(): AvailabilityQuery | null {
    return this.asked;
  }
  /** As `POST /v1/availability` takes it; without `query_periods` the whole week is queried. */
  set query(query: AvailabilityQuery | null) {
    this.asked = query;
    if (this.isConnected) this.reload();
  }

  private hour(name: string, otherwise: number): number {
    const given = this.getAttribute(name) ?? '';
    return clockForm.test(given) ? Number(given.slice(0, 2)) : otherwise;
  }

  private get hours(): { first: number; last: number } {
    const first = this.hour('start-time', 8);
    return { first, last: Math.max(first + 1, this.hour('end-time', 18)) };
  }

  private get present(): string {
    return weekOf(dayOf(now(), this.tzid), this.locale);
  }

  private firstWeek(): string {
    const starts = (this.asked?.query_periods ?? []).map(({ start }) => instantOf(start)).filter((ms) => ms > 0);
    return starts.length === 0
      ? this.present
      : weekOf(dayOf(Math.max(Math.min(...starts), now()), this.tzid), this.locale);
  }

  reload(): void {
    this.failure = null;
    if (this.week === '') this.week = this.firstWeek();
    if (this.asked) void this.load();
    this.update();
  }

  private async load(): Promise<void> {
    const round = ++this.round;
    this.free = null;
    const { tzid, week } = this;
    const [start, end] = [Math.max(instantAt(week, '00:00', tzid), now()), instantAt(addDays(week, 7), '00:00', tzid)];
    const { query_periods: given, ...others } = this.asked!;
    const cut = (given ?? [{ start: isoOf(start), end: isoOf(end) }]).map((one) => ({
      start: isoOf(Math.max(start, instantOf(one.start))),
      end: isoOf(Math.min(end, instantOf(one.end))),
    }));
    const query_periods = cut.filter((one) => instantOf(one.start) < instantOf(one.end));
    try {
      const found = query_periods.length === 0 ? {} : await this.call<Found>('/v1/availability', { ...others, response_format: 'periods', query_periods, max_results: 512 }); // prettier-ignore
      if (round !== this.round) return;
      this.free = found.available_periods ?? [];
      if (this.free.length === 0) this.fire('no-slots');
    } catch (error) {
      if (round === this.round) this.fail(error);
    }
    this.update();
  }

  private show(week: string | null): void {
    this.week = week ?? this.present;
    this.fire('week-changed', { first_day: this.week });
    this.reload();
  }

  protected content(): Node[] {
    const { week, locale, texts } = this;
    const onWeek = (next: string | null) => this.show(next);
    const head = weekHead({ week, locale, texts, isCurrent: week === this.present, onWeek });
    const days = Array.from({ length: 7 }, (_, n) => addDays(week, n));
    const grid = h(
      'div',
      { class: 'week', 'aria-busy': String(this.free === null) },
      this.axis(),
      ...days.map((day) => this.column(day)),
    );
    return [h('div', { class: 'viewer' }, head, grid)];
  }

  private axis(): HTMLElement {
    const { first, last } = this.hours;
    const labels = Array.from({ length: last - first }, (_, n) => {
      const shown = format(dateMs('2024-01-01') + (first + n) * 3_600_000, this.locale, { timeZone: 'UTC', hour: 'numeric' }); // prettier-ignore
      return h('span', {}, shown);
    });
    return h('div', { class: 'axis', 'aria-hidden': 'true' }, ...labels);
  }

  /** The free periods of a day: each on its height in the grid, and in order for those who hear them. */
  private column(day: string): HTMLElement {
    const { tzid, locale, texts } = this;
    const [start, end] = [instantAt(day, '00:00', tzid), instantAt(addDays(day, 1), '00:00', tzid)];
    const own = (this.free ?? []).filter((one) => instantOf(one.start) < end && instantOf(one.end) > start);
    const items = own.map((one) => h('li', {}, this.block(one, day)));
    const name = h('h3', { class: day === dayOf(now(), tzid) && 'today', 'aria-label': dayText(day, locale) }, h('span', {}, format(dateMs(day), locale, { timeZone: 'UTC', weekday: 'short' })), h('b', {}, format(dateMs(day), locale, { timeZone: 'UTC', day: 'numeric' }))); // prettier-ignore
    const hidden = this.free !== null && own.length === 0 && h('p', { class: 'none' }, texts.nothingFree);
    return h('section', { class: 'column' }, name, h('ul', {}, ...items), hidden);
  }

  private block(period: Slot, day: string): HTMLElement {
    const { tzid, locale, texts } = this;
    const { first, last } = this.hours;
    const [start, end] = [instantOf(period.start), instantOf(period.end)];
    const at = (ms: number) => {
      const [own, time] = [dayOf(ms, tzid), clockOf(ms, tzid)];
      const hour = own < day ? 0 : own > day ? 24 : Number(time.slice(0, 2)) + Number(time.slice(3)) / 60;
      return Math.max(0, Math.min(1, (hour - first) / (last - first))) * 100;
    };
    const shown = rangeText([start, end], locale, tzid);
    const onclick = () => this.fire('period-selected', { period, tzid });
    const button = h('button', { class: 'free', 'aria-label': `${texts.free}: ${shown}`, 'data-key': `free-${period.start}-${day}`, part: 'free', onclick }, shown); // prettier-ignore
    button.style.setProperty('--top', `${at(start)}%`);
    button.style.setProperty('--height', `${at(end) - at(start)}%`);
    if (at(start) === at(end)) button.classList.add('outside');
    return button;
  }
}
