import { beacon, CallFailed } from '../base/client.js';
import { h, icon, icons } from '../base/dom.js';
import { KalendsElement } from '../base/element.js';
import { cityOf, dayOf, instantOf } from '../base/time.js';
import type { SlotPicker } from '../slot-picker/slot-picker.js';
import type { AvailabilityQuery, Slot } from '../slot-picker/slots.js';
import { dayText, rangeText, timeText } from '../slot-picker/times.js';

const holds = '/v1/element_holds';

interface Held {
  start: string;
  end: string;
  expires_at: string;
}

interface Booked {
  event_id: string;
  summary: string;
  start: string;
  end: string;
}

/** `<kalends-booking>`: a time is picked, put on hold, confirmed, and is an event. A page that closes gives its time back. */
export class Booking extends KalendsElement {
  private asked: AvailabilityQuery | null = null;
  private step: 'pick' | 'confirm' | 'booked' = 'pick';
  private held: Held | null = null;
  private booked: Booked | null = null;
  private notice: string | null = null;
  private isBusy = false;
  private picker: SlotPicker | null = null;
  private readonly leave = () => this.giveBack();

  get query(): AvailabilityQuery | null {
    return this.asked;
  }
  set query(query: AvailabilityQuery | null) {
    this.asked = query;
    if (this.isConnected) this.reload();
  }

  override connectedCallback(): void {
    addEventListener('pagehide', this.leave);
    super.connectedCallback();
  }

  disconnectedCallback(): void {
    removeEventListener('pagehide', this.leave);
    this.giveBack();
  }

  reload(): void {
    if (this.step === 'booked') return;
    this.giveBack();
    [this.failure, this.step, this.picker] = [null, 'pick', null];
    this.update();
  }

  private giveBack(): void {
    if (this.held && this.step === 'confirm') beacon(this.connection, `${holds}/release`);
    this.held = null;
  }

  private async hold({ start }: Pick<Slot, 'start'>): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      const { hold } = await this.call<{ hold: Held }>(holds, { start });
      [this.held, this.step, this.notice] = [hold, 'confirm', null];
      // the page may have closed, or the Element been removed, in the meantime
      if (!this.isConnected) this.giveBack();
      this.fire('hold-placed', hold);
    } catch (error) {
      this.pickAgain(error, this.texts.taken);
    }
    this.isBusy = false;
    this.update();
  }

  private async confirm(again = false): Promise<void> {
    if (this.isBusy && !again) return;
    this.isBusy = true;
    this.update();
    try {
      const { event } = await this.call<{ event: Booked }>(`${holds}/confirm`, {});
      this.finish(event);
    } catch (error) {
      // an answer that was lost: the next one has whether it is booked
      if (!again && error instanceof CallFailed && error.status === 0) return this.confirm(true);
      const isOwn = again && error instanceof CallFailed && error.body.reason === 'booked';
      if (isOwn && this.held) this.finish({ event_id: '', summary: '', ...this.held });
      else this.pickAgain(error, this.texts.expired);
    }
    this.isBusy = false;
    this.update();
  }

  private finish(event: Booked): void {
    [this.booked, this.step, this.held] = [event, 'booked', null];
    this.announce(this.texts.booked);
    this.fire('booked', { event, tzid: this.tzid });
  }

  private pickAgain(error: unknown, words: string): void {
    this.held = null;
    this.step = 'pick';
    if (!(error instanceof CallFailed) || error.problem !== 'conflict') return this.fail(error);
    this.notice = words;
    this.picker = null;
    this.fire('hold-refused', { reason: error.body.reason });
  }

  protected content(): Node[] {
    if (this.step === 'booked') return [this.bookedView(this.booked!)];
    if (this.step === 'confirm' && this.held) return [this.confirmView(this.held)];
    return [this.pickView()];
  }

  /** One picker for the whole visit, so that it stays in the month where its reader was. */
  private pickView(): HTMLElement {
    if (!this.picker) {
      this.picker = document.createElement('kalends-slot-picker') as SlotPicker;
      this.picker.refresh = async () => (await this.refresh?.()) ?? '';
      this.picker.addEventListener('slot-selected', (event) => {
        void this.hold((event as CustomEvent<{ slot: Slot }>).detail.slot);
      });
      this.picker.addEventListener('zone-changed', (event) =>
        this.chooseZone((event as CustomEvent<{ tzid: string }>).detail.tzid),
      );
      this.picker.query = this.asked;
    }
    for (const name of ['api', 'element-token', 'locale', 'theme']) {
      const value = this.getAttribute(name);
      if (value !== null && this.picker.getAttribute(name) !== value) this.picker.setAttribute(name, value);
    }
    if (this.picker.getAttribute('tzid') !== this.tzid) this.picker.setAttribute('tzid', this.tzid);
    this.picker.notice = this.notice;
    return this.picker;
  }

  private facts({ start, end }: Pick<Held, 'start' | 'end'>): HTMLElement {
    const { locale, tzid, texts } = this;
    const [from, to] = [instantOf(start), instantOf(end)];
    const time = rangeText([from, to], locale, tzid);
    return h(
      'dl',
      { class: 'facts' },
      h('dt', {}, texts.date),
      h('dd', {}, dayText(dayOf(from, tzid), locale)),
      h('dt', {}, texts.time),
      h('dd', {}, time, h('span', { class: 'dim' }, ` ${cityOf(tzid)}`)),
    );
  }

  private confirmView(held: Held): HTMLElement {
    const { texts, locale, tzid } = this;
    const until = timeText(instantOf(held.expires_at), locale, tzid);
    const back = () => {
      this.giveBack();
      this.step = 'pick';
      this.update();
    };
    return h(
      'div',
      { class: 'card' },
      h('h2', { tabindex: -1, 'data-focus': true }, texts.confirm),
      this.facts(held),
      h('p', { class: 'dim kept' }, icon(icons.clock), texts.keptUntil(until)),
      h(
        'div',
        { class: 'buttons' },
        h('button', { 'data-key': 'book', disabled: this.isBusy, onclick: () => void this.confirm() }, texts.book),
        h('button', { class: 'quiet', 'data-key': 'other', disabled: this.isBusy, onclick: back }, texts.otherTime),
      ),
    );
  }

  private bookedView(event: Booked): HTMLElement {
    return h(
      'div',
      { class: 'card' },
      h('div', { class: 'sign' }, icon(icons.done)),
      h('h2', { tabindex: -1, 'data-focus': true }, this.texts.booked),
      event.summary !== '' && h('p', { class: 'title' }, event.summary),
      this.facts(event),
    );
  }
}
