import { now } from '../base/clock.js';
import { h, icon, icons } from '../base/dom.js';
import { KalendsElement } from '../base/element.js';
import { addDays, dayOf, instantOf, weekOf } from '../base/time.js';
import { weekHead } from '../base/week.js';
import { dayText, rangeText } from '../slot-picker/times.js';

interface Event {
  event_uid: string;
  calendar_id: string;
  summary?: string;
  start: string;
  end: string;
  location?: { description?: string };
}

interface Page {
  events?: Event[];
  pages?: { next_page?: string };
}

/** Most pages of a week. */
const maxPages = 20;

const isAllDay = ({ start }: Event) => start.length === 10;

/** `<kalends-agenda>`: the events of a week, day by day. */
export class Agenda extends KalendsElement {
  private week = '';
  private events: Event[] | null = null;
  private round = 0;

  private get present(): string {
    return weekOf(dayOf(now(), this.tzid), this.locale);
  }

  reload(): void {
    this.failure = null;
    if (this.week === '') this.week = this.present;
    if (this.elementToken !== '') void this.load();
    this.update();
  }

  private async load(): Promise<void> {
    const round = ++this.round;
    this.events = null;
    const query = new URLSearchParams({ tzid: this.tzid, from: this.week, to: addDays(this.week, 7) });
    const events: Event[] = [];
    try {
      let path: string | undefined = `/v1/events?${query}`;
      for (let n = 0; path !== undefined && n < maxPages; n++) {
        const page: Page = await this.call<Page>(path);
        events.push(...(page.events ?? []));
        const next = page.pages?.next_page;
        // the address of a next page is the API's own, behind whatever proxy
        path = next && URL.canParse(next) ? new URL(next).pathname.replace(/^.*(?=\/v1\/)/, '') : undefined;
      }
      if (round !== this.round) return;
      this.events = events;
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

  private isOn(event: Event, day: string): boolean {
    if (isAllDay(event)) return event.start <= day && day < event.end;
    const [first, last] = [dayOf(instantOf(event.start), this.tzid), dayOf(instantOf(event.end) - 1, this.tzid)];
    return first <= day && day <= (last < first ? first : last);
  }

  protected content(): Node[] {
    const { week, locale, texts } = this;
    const head = weekHead({ week, locale, texts, isCurrent: week === this.present, onWeek: (next) => this.show(next) });
    const days = Array.from({ length: 7 }, (_, n) => addDays(week, n));
    const parts = this.events === null ? [this.waiting()] : days.map((day) => this.day(day));
    return [h('div', { class: 'card agenda', 'aria-busy': String(this.events === null) }, head, ...parts)];
  }

  private waiting(): HTMLElement {
    const bars = Array.from({ length: 5 }, () => h('span', { class: 'bar' }));
    return h('div', { class: 'skeleton', role: 'status' }, h('span', { class: 'hidden' }, this.texts.loading), ...bars);
  }

  private day(day: string): HTMLElement {
    const own = this.events!.filter((event) => this.isOn(event, day));
    const isToday = day === dayOf(now(), this.tzid);
    const title = h(
      'h3',
      { class: isToday && 'today', 'aria-current': isToday ? 'date' : null },
      dayText(day, this.locale),
    );
    const list = h('ul', {}, ...own.map((event) => h('li', {}, this.event(event))));
    return h('section', {}, title, own.length > 0 ? list : h('p', { class: 'dim' }, this.texts.noEvents));
  }

  private event(event: Event): HTMLElement {
    const { locale, tzid, texts } = this;
    const when = isAllDay(event)
      ? texts.allDay
      : rangeText([instantOf(event.start), instantOf(event.end)], locale, tzid);
    const place = event.location?.description;
    const name = h('span', { class: 'name' }, (event.summary ?? '').trim() || texts.untitled);
    const where = place ? h('span', { class: 'dim' }, icon(icons.place), place) : null;
    const onclick = () => this.fire('event-selected', { event });
    return h('button', { class: 'event', 'data-key': `${event.calendar_id} ${event.event_uid} ${event.start}`, part: 'event', onclick }, h('span', { class: 'when' }, when), h('span', { class: 'what' }, name, where)); // prettier-ignore
  }
}
