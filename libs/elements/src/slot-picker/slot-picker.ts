import { now } from '../base/clock.js';
import { h, icon, icons } from '../base/dom.js';
import { KalendsElement } from '../base/element.js';
import { addMonths, cityOf, dayOf, instantOf, zonesWith } from '../base/time.js';
import { monthName, monthView } from './month.js';
import { partsOf, slotsOf, type AvailabilityQuery, type Found, type Slot } from './slots.js';
import { dayText, timesView } from './times.js';

/** `<kalends-slot-picker>`: a month of days with free time, and the times of one of them. */
export class SlotPicker extends KalendsElement {
  /** What a page has to say above the times, such as that one was taken. */
  notice: string | null = null;
  private asked: AvailabilityQuery | null = null;
  private parts: AvailabilityQuery[] = [];
  private readonly loaded = new Map<number, Slot[]>();
  private loading: number | null = null;
  private month = '';
  private day: string | null = null;
  private selected: Slot | null = null;
  private round = 0;

  get query(): AvailabilityQuery | null {
    return this.asked;
  }
  set query(query: AvailabilityQuery | null) {
    this.asked = query;
    if (this.isConnected) this.reload();
  }

  reload(): void {
    this.round++;
    this.failure = null;
    [this.day, this.selected, this.month] = [null, null, ''];
    this.loaded.clear();
    this.parts = this.asked ? partsOf(this.asked) : [];
    if (this.parts.length > 0) void this.loadUntilFree(0);
    this.update();
  }

  /** Loads parts from one on until there is a free time, and shows that. */
  private async loadUntilFree(from: number): Promise<void> {
    const round = this.round;
    try {
      for (let n = from; n < this.parts.length; n++) {
        await this.load(n);
        if (round !== this.round) return;
        const [first] = this.loaded.get(n)!;
        if (first) return this.showFirst(first);
      }
      this.fire('no-slots');
      this.announce(this.texts.nothingFree);
    } catch (error) {
      if (round === this.round) this.fail(error);
    }
    this.update();
  }

  private async load(n: number): Promise<void> {
    if (this.loaded.has(n)) return;
    const round = this.round;
    this.loading = n;
    this.update();
    try {
      const slots = await slotsOf(this.parts[n]!, (query) => this.call<Found>('/v1/availability', query));
      if (round === this.round) this.loaded.set(n, slots);
    } finally {
      if (round === this.round) this.loading = null;
    }
  }

  private showFirst(slot: Slot): void {
    this.day = dayOf(instantOf(slot.start), this.tzid);
    this.month = this.day.slice(0, 7);
    this.update();
  }

  private get slots(): Slot[] {
    const earliest = now();
    return [...this.loaded.values()].flat().filter((slot) => instantOf(slot.start) >= earliest);
  }

  private byDay(): Map<string, Slot[]> {
    const days = new Map<string, Slot[]>();
    for (const slot of this.slots) {
      const day = dayOf(instantOf(slot.start), this.tzid);
      days.set(day, [...(days.get(day) ?? []), slot]);
    }
    return days;
  }

  /** The months that can be shown: those of the query. */
  private bounds(): { first: string; last: string } {
    const periods = this.parts.flatMap((part) => part.query_periods ?? []);
    const times = [...periods, ...this.slots];
    const months = times.map(({ start }) => dayOf(instantOf(start), this.tzid).slice(0, 7)).sort();
    const ends = periods.map(({ end }) => dayOf(instantOf(end) - 1, this.tzid).slice(0, 7));
    const today = dayOf(now(), this.tzid).slice(0, 7);
    return { first: months[0] ?? today, last: [...months, ...ends].sort().at(-1) ?? today };
  }

  private async showMonth(month: string): Promise<void> {
    this.month = month;
    const round = this.round;
    try {
      for (const [n, part] of this.parts.entries()) {
        const months = (part.query_periods ?? []).flatMap(({ start, end }) => [dayOf(instantOf(start), this.tzid), dayOf(instantOf(end) - 1, this.tzid)]); // prettier-ignore
        if (months.some((day) => day.startsWith(month))) await this.load(n);
        if (round !== this.round || this.month !== month) return;
      }
      const [first] = [...this.byDay().keys()].filter((day) => day.startsWith(month)).sort();
      this.day = first ?? null;
      this.announce(first ? monthName(month, this.locale) : this.texts.nothingInMonth(monthName(month, this.locale)));
    } catch (error) {
      if (round === this.round) this.fail(error);
    }
    this.update();
  }

  private choose(slot: Slot): void {
    this.selected = slot;
    const { start, end, participants, bookable_event_id } = slot;
    const event = bookable_event_id === undefined ? {} : { bookable_event_id };
    this.fire('slot-selected', { slot: { start, end, ...(participants ? { participants } : {}), ...event }, tzid: this.tzid }); // prettier-ignore
    this.update();
  }

  protected content(): Node[] {
    const notice = this.notice === null ? [] : [h('div', { class: 'notice', role: 'alert' }, h('p', {}, this.notice))];
    const isWaiting = this.asked !== null && this.loading !== null && this.day === null && this.month === '';
    if (this.asked === null || isWaiting) return [...notice, this.skeleton()];
    const days = this.byDay();
    if (days.size === 0 && this.loading === null && this.parts.length === this.loaded.size)
      return [...notice, this.nothing()];
    return [
      ...notice,
      h('div', { class: 'parts' }, h('div', {}, this.monthPart(days), this.zonePart()), this.timesPart(days)),
    ];
  }

  private skeleton(): HTMLElement {
    const bars = Array.from({ length: 6 }, () => h('span', { class: 'bar' }));
    return h('div', { class: 'skeleton', role: 'status' }, h('span', { class: 'hidden' }, this.texts.loading), ...bars);
  }

  private nothing(): HTMLElement {
    const retry = h(
      'button',
      { class: 'quiet', 'data-key': 'retry', onclick: () => this.reload() },
      this.texts.tryAgain,
    );
    return h('div', { class: 'empty' }, icon(icons.calendar), h('p', {}, this.texts.nothingFree), retry);
  }

  private monthPart(days: ReadonlyMap<string, Slot[]>): HTMLElement {
    const { locale, texts, isRtl: rtl, day: selected } = this;
    return monthView({
      ...{ locale, texts, rtl, selected, month: this.month || this.bounds().first },
      today: dayOf(now(), this.tzid),
      free: new Map([...days].map(([day, slots]) => [day, slots.length])),
      bounds: this.bounds(),
      isLoading: this.loading !== null,
      onMonth: (month) => void this.showMonth(month),
      onDay: (day) => {
        this.day = day;
        this.announce(dayText(day, locale));
        this.update();
      },
    });
  }

  private zonePart(): HTMLElement {
    const { tzid } = this;
    const options = zonesWith(tzid).map((zone) => h('option', { value: zone, selected: zone === tzid }, cityOf(zone)));
    const onchange = (event: Event) => {
      this.chooseZone((event.target as HTMLSelectElement).value);
      const slot = this.selected ?? this.byDay().get(this.day ?? '')?.[0] ?? this.slots[0];
      if (slot) this.showFirst(slot);
    };
    const select = h('select', { 'aria-label': this.texts.timeZone, 'data-key': 'zone', onchange }, ...options);
    return h('div', { class: 'zone' }, icon(icons.globe), select);
  }

  private timesPart(days: ReadonlyMap<string, Slot[]>): HTMLElement {
    const { day, locale, tzid, texts, selected, isRtl: rtl } = this;
    const slots = day === null ? undefined : days.get(day);
    if (day !== null && slots)
      return timesView({ day, slots, selected, locale, tzid, rtl, texts, onSlot: (slot) => this.choose(slot) });
    if (this.loading !== null) return h('div', { class: 'times' }, this.skeleton());
    const nothing = h('p', { class: 'dim' }, texts.nothingInMonth(monthName(this.month, locale)));
    return h('div', { class: 'times' }, nothing, this.nextFree(days));
  }

  /** The way out of a month without a free time. */
  private nextFree(days: ReadonlyMap<string, Slot[]>): HTMLElement | null {
    const next = [...days.keys()].sort().find((day) => day > `${this.month}-31`);
    if (next !== undefined) {
      const show = () => this.showFirst(days.get(next)![0]!);
      return h('button', { class: 'quiet', 'data-key': 'next', onclick: show }, this.texts.nextFreeDay(dayText(next, this.locale))); // prettier-ignore
    }
    if (this.month >= this.bounds().last) return null;
    const month = addMonths(this.month, 1);
    return h('button', { class: 'quiet', 'data-key': 'next', onclick: () => void this.showMonth(month) }, this.texts.nextMonth); // prettier-ignore
  }
}
