import { Inject, Injectable } from '@nestjs/common';
import { dateOf } from '@kalends/icalendar';
import { clockToken, cursorKeyToken, type Clock } from '../../http/injection-tokens.js';
import { namedZones, zoneLabel } from '../../oauth/journey/zones.js';
import { movable, OtherSlots } from '../change-booking/movable.js';
import { versionOf, type Booked } from '../changeable.js';
import { OfferedSlots } from '../offered-slots.js';
import { decideDayTimes } from '../show-booking-page/day-times.js';
import { ReadFreeDays } from '../show-booking-page/free-days.js';
import { pageNonce } from '../show-booking-page/nonce.js';
import type { Opened } from '../show-booking-page/opened.js';
import { pageAbove } from '../show-booking-page/shown.js';
import { zonePage } from '../show-booking-page/zone.pages.js';
import { confirmMovePage, noOtherTimePage, otherTimesPage, type MovePage } from './reschedule-booking.pages.js';

/** A page, and its status. */
export interface MoveAnswer {
  page: string;
  status: number;
}

/** What the visitor of a booked link sees who looks for another time. */
@Injectable()
export class OtherTimes {
  constructor(
    @Inject(OfferedSlots) private readonly slots: OfferedSlots,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(cursorKeyToken) private readonly key: Buffer,
  ) {}

  /** `alert`: what happened to the last action. Throws the Refusals 429, 503 and 504. */
  async read(shown: Opened, link: Booked, alert: string | null = null): Promise<MoveAnswer> {
    const zone = zoneLabel(shown.t.lang, shown.formats.tzid);
    const move: MovePage = { shown, link, zone, back: pageAbove(shown) };
    if (shown.request.isZoneChoice) return { page: zonePage(shown, await namedZones(shown.t.lang), zone), status: 200 };
    if (alert === null && shown.request.start !== null) return this.confirmation(move, shown.request.start);
    return this.open(move, alert);
  }

  /** One that is not offered, or not any more, leads back to those that are. */
  private async confirmation(move: MovePage, start: number): Promise<MoveAnswer> {
    const { shown, link } = move;
    const [slot] = await this.slotsOf(link).find(movable(link), { from: start, to: start + 1, most: 1 });
    const day = dateOf(start, shown.formats.tzid);
    if (slot) return { page: confirmMovePage({ ...move, slot, day, nonce: this.nonceOf(link) }), status: 200 };
    return this.open({ ...move, shown: { ...shown, request: { ...shown.request, start: null, day } } }, shown.b.taken);
  }

  private async open(move: MovePage, alert: string | null): Promise<MoveAnswer> {
    const { shown, link, zone } = move;
    const { formats, request, b } = shown;
    const { tzid } = formats;
    const now = this.clock();
    const status = alert === null ? 200 : 409;
    const free = await new ReadFreeDays(this.slotsOf(link)).read(movable(link), { tzid, day: request.day, now });
    if (!free) return { page: noOtherTimePage({ ...move, alert: alert === b.taken ? b.takenAll : alert }), status };
    const { day } = free;
    const nonce = this.nonceOf(link);
    const times = day === null ? null : { day, times: decideDayTimes(free.times, formats, request.hour), zone, nonce };
    return { page: otherTimesPage({ ...move, free: { ...free, today: dateOf(now, tzid) }, times, alert }), status };
  }

  private slotsOf = ({ booking }: Booked) => new OtherSlots(this.slots, booking.start);

  private nonceOf(link: Booked): string {
    return pageNonce({ linkId: versionOf(link), now: this.clock() }, this.key);
  }
}
