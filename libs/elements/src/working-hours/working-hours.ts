import { CallFailed } from '../base/client.js';
import { h, icon, icons } from '../base/dom.js';
import { KalendsElement } from '../base/element.js';
import { addDays, cityOf, dateMs, firstWeekdayOf, format, zonesWith } from '../base/time.js';
import { defaultHours, fromWeekly, isInOrder, toWeekly, weekdays, type Hours, type WeeklyPeriod } from './hours.js';

interface Rule {
  availability_rule_id: string;
  tzid: string;
  calendar_ids?: string[];
  weekly_periods: WeeklyPeriod[];
}

const path = '/v1/availability_rules';
/** A Sunday. */
const sunday = '2024-01-07';

/** `<kalends-working-hours>`: reads and saves one availability rule. */
export class WorkingHours extends KalendsElement {
  static override observedAttributes = ['api', 'element-token', 'locale', 'tzid', 'rule-id'];
  private rule: Rule | null = null;
  private hours: Hours = new Map();
  private message: { words: string; isError: boolean } | null = null;
  private isBusy = false;
  private round = 0;

  private get ruleId(): string {
    return this.getAttribute('rule-id') ?? 'default';
  }

  reload(): void {
    [this.failure, this.rule, this.message] = [null, null, null];
    if (this.elementToken !== '') void this.load();
    this.update();
  }

  private async load(): Promise<void> {
    const round = ++this.round;
    try {
      const address = `${path}/${encodeURIComponent(this.ruleId)}`;
      const { availability_rule } = await this.call<{ availability_rule: Rule }>(address);
      if (round !== this.round) return;
      this.rule = availability_rule;
      this.hours = fromWeekly(availability_rule.weekly_periods);
    } catch (error) {
      if (round !== this.round) return;
      if (!(error instanceof CallFailed && error.status === 404)) return this.fail(error);
      this.rule = { availability_rule_id: this.ruleId, tzid: this.tzid, weekly_periods: [] };
      this.hours = defaultHours();
    }
    this.update();
  }

  private async save(): Promise<void> {
    if (this.isBusy || !this.rule) return;
    if (!isInOrder(this.hours)) return this.say(this.texts.invalidTimes, true);
    this.isBusy = true;
    this.update();
    try {
      const body = { ...this.rule, weekly_periods: toWeekly(this.hours) };
      const { availability_rule } = await this.call<{ availability_rule: Rule }>(path, body);
      this.rule = availability_rule;
      this.fire('rule-saved', { availability_rule });
      this.say(this.texts.saved, false);
    } catch (error) {
      this.fail(error);
    }
    this.isBusy = false;
    this.update();
  }

  private say(words: string, isError: boolean): void {
    this.message = { words, isError };
    if (!isError) this.announce(words);
    this.update();
  }

  private change(change: () => void): void {
    change();
    this.message = null;
    this.fire('rule-edited', { weekly_periods: toWeekly(this.hours) });
    this.update();
  }

  protected content(): Node[] {
    const { texts, rule } = this;
    if (!rule) return [h('div', { class: 'skeleton', role: 'status' }, h('span', { class: 'hidden' }, texts.loading), ...Array.from({ length: 5 }, () => h('span', { class: 'bar' })))]; // prettier-ignore
    const first = firstWeekdayOf(this.locale);
    const days = weekdays.map((_, n) => this.day((first + n) % 7));
    const onsubmit = (event: Event) => {
      event.preventDefault();
      void this.save();
    };
    const message =
      this.message &&
      h('p', this.message.isError ? { class: 'error', role: 'alert' } : { class: 'ok' }, this.message.words);
    const foot = h(
      'div',
      { class: 'buttons' },
      h('button', { 'data-key': 'save', disabled: this.isBusy }, texts.save),
      message,
    );
    return [
      h(
        'form',
        { class: 'card hours', onsubmit, novalidate: true },
        h('h2', {}, texts.workingHours),
        this.zone(rule),
        ...days,
        foot,
      ),
    ];
  }

  private zone(rule: Rule): HTMLElement {
    const options = zonesWith(rule.tzid).map((one) =>
      h('option', { value: one, selected: one === rule.tzid }, cityOf(one)),
    );
    const onchange = (event: Event) => this.change(() => (rule.tzid = (event.target as HTMLSelectElement).value));
    return h(
      'div',
      { class: 'zone' },
      icon(icons.globe),
      h('select', { 'aria-label': this.texts.timeZone, 'data-key': 'zone', onchange }, ...options),
    );
  }

  private day(n: number): HTMLElement {
    const { texts, locale } = this;
    const name = format(dateMs(addDays(sunday, n)), locale, { timeZone: 'UTC', weekday: 'long' });
    const own = this.hours.get(weekdays[n]!) ?? [];
    const set = (next: [string, string][]) => this.change(() => this.hours.set(weekdays[n]!, next));
    const toggle = () => set(own.length > 0 ? [] : [['09:00', '17:00']]);
    const box = h('input', { type: 'checkbox', checked: own.length > 0, 'data-key': `day-${n}`, onchange: toggle });
    const rows = own.map((range, at) =>
      this.range({ name, n, at, range, set: (next) => set(own.toSpliced(at, 1, ...next)) }),
    );
    const last = own.at(-1)?.[1] ?? '';
    const add = own.length > 0 && own.length < 5 && last < '23:00' && h('button', { type: 'button', class: 'small', 'aria-label': `${texts.add}: ${name}`, 'data-key': `add-${n}`, onclick: () => set([...own, [last, '23:59']]) }, '+'); // prettier-ignore
    return h('fieldset', { class: 'day-hours' }, h('legend', { class: 'hidden' }, name), h('label', { class: 'check' }, box, name), h('div', { class: 'ranges' }, ...(own.length > 0 ? rows : [h('span', { class: 'dim' }, texts.closed)])), add); // prettier-ignore
  }

  private range({ name, n, at, range, set }: Range): HTMLElement {
    const { texts } = this;
    const input = (side: 0 | 1, label: string) => {
      const onchange = (event: Event) => {
        const { value } = event.target as HTMLInputElement;
        if (value !== '') set([side === 0 ? [value, range[1]] : [range[0], value]]);
      };
      return h('input', { type: 'time', value: range[side], 'aria-label': `${name}: ${label}`, 'data-key': `time-${n}-${at}-${side}`, onchange }); // prettier-ignore
    };
    const remove = h('button', { type: 'button', class: 'small', 'aria-label': `${texts.remove}: ${name} ${range.join(' – ')}`, 'data-key': `remove-${n}-${at}`, onclick: () => set([]) }, '×'); // prettier-ignore
    return h(
      'div',
      { class: 'range' },
      input(0, texts.from),
      h('span', { 'aria-hidden': 'true' }, '–'),
      input(1, texts.to),
      remove,
    );
  }
}

interface Range {
  name: string;
  n: number;
  at: number;
  range: [string, string];
  /** Puts others in its place. */
  set: (next: [string, string][]) => void;
}
