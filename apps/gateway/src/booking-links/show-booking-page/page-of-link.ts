import { Inject, Injectable } from '@nestjs/common';
import { dateOf } from '@kalends/icalendar';
import { clockToken, cursorKeyToken, type Clock } from '../../http/injection-tokens.js';
import { answerTo } from '../../oauth/journey/authorization-request.js';
import { namedZones, zoneLabel } from '../../oauth/journey/zones.js';
import type { PendingChange } from '../booking-link.js';
import { OfferedSlots } from '../offered-slots.js';
import { confirmPage } from './confirm.pages.js';
import { decideDayTimes } from './day-times.js';
import { ReadFreeDays, type FreeDays } from './free-days.js';
import { pageNonce } from './nonce.js';
import { openPage } from './open.pages.js';
import { addressOf, type Shown } from './shown.js';
import { cancelledPage, changingPage } from './changed.pages.js';
import { completedPage, disabledPage, nothingFreePage, reservedPage } from './state.pages.js';
import { zonePage } from './zone.pages.js';

/** Why the last action did nothing. */
export type Failure = 'taken' | 'stale' | 'used';

interface PageAnswer {
  kind: 'page';
  page: string;
  /** 200 by default. */
  status?: number;
  refresh?: { seconds: number; address: string };
}

/** The page to show, or where to go instead. */
export type Answer = PageAnswer | { kind: 'redirect'; address: string };

type WithToken = Shown & { token: string };

const pageOf = (page: string): PageAnswer => ({ kind: 'page', page });

const often = { times: 15, seconds: 2, thenSeconds: 10 } as const;

/** As often as the page is loaded within ten seconds. */
const longAfter = 5;

/** What a link shows in each of its states. */
@Injectable()
export class PageOfLink {
  private readonly freeDays: ReadFreeDays;

  constructor(
    @Inject(OfferedSlots) private readonly slots: OfferedSlots,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(cursorKeyToken) private readonly key: Buffer,
  ) {
    this.freeDays = new ReadFreeDays(slots);
  }

  /** Throws the Refusals 429, 503 and 504. */
  async read(shown: WithToken, failure: Failure | null = null): Promise<Answer> {
    const { status, change } = shown.link;
    if (change?.state === 'pending') return this.changing(shown, change);
    if (status === 'disabled' && change !== null)
      return pageOf(cancelledPage(shown, { zone: zoneIn(shown), token: shown.token }));
    if (status === 'disabled') return pageOf(disabledPage(shown));
    if (status === 'booking') return this.reserved(shown, failure);
    if (status === 'completed') return this.completed(shown, failure);
    if (shown.request.isZoneChoice) return this.zones(shown);
    return (failure === null ? await this.confirmation(shown) : null) ?? this.open(shown, failure);
  }

  private reserved(shown: WithToken, failure: Failure | null): Answer {
    const { link, request, b } = shown;
    const waited = (request.waited ?? 0) + 1;
    const alert = failure === 'used' ? b.usedAlready : null;
    const booked = { booking: link.booking!, zone: zoneIn(shown), alert };
    const seconds = waited < often.times ? often.seconds : often.thenSeconds;
    const address = addressOf(shown, { waited: Math.min(waited, 999) });
    return { kind: 'page', page: reservedPage(shown, { ...booked, isLong: waited > longAfter }), refresh: { seconds, address } }; // prettier-ignore
  }

  /** For how long its visitor has waited is known from the change itself. */
  private changing(shown: WithToken, change: PendingChange): Answer {
    const waited = Math.max(0, this.clock() - change.at) / 1_000;
    const isLong = waited > often.seconds * longAfter;
    const seconds = waited < often.seconds * often.times ? often.seconds : often.thenSeconds;
    const page = changingPage(shown, { change, zone: zoneIn(shown), isLong });
    return { kind: 'page', page, refresh: { seconds, address: addressOf(shown) } };
  }

  private completed(shown: WithToken, failure: Failure | null): Answer {
    const { link, request, b, token } = shown;
    const { completedRedirect } = link.definition;
    if (request.waited !== null && completedRedirect !== null)
      return { kind: 'redirect', address: answerTo(completedRedirect, { token }) };
    const alert = failure === 'used' ? b.usedAlready : null;
    const now = this.clock();
    return pageOf(completedPage(shown, { booking: link.booking!, zone: zoneIn(shown), alert, token, now }));
  }

  private async zones(shown: Shown): Promise<Answer> {
    return pageOf(zonePage(shown, await namedZones(shown.t.lang), zoneIn(shown)));
  }

  /** Null: no time is picked. One that is not offered, or not any more, leads back to those that are. */
  private async confirmation(shown: WithToken): Promise<Answer | null> {
    const { link, request, formats } = shown;
    const { start } = request;
    if (start === null) return null;
    const [slot] = await this.slots.find(link, { from: start, to: start + 1, most: 1 });
    const day = dateOf(start, formats.tzid);
    if (!slot)
      return { ...(await this.open({ ...shown, request: { ...request, start: null, day } }, 'taken')), status: 409 };
    return pageOf(confirmPage({ shown, slot, day, zone: zoneIn(shown), nonce: this.nonceOf(shown) }));
  }

  private async open(shown: WithToken, failure: Failure | null): Promise<PageAnswer> {
    const { formats, request, link } = shown;
    const { tzid } = formats;
    const now = this.clock();
    const free = await this.freeDays.read(link, { tzid, day: request.day, now });
    const nonce = this.nonceOf(shown);
    const alert = alertOf(shown, failure, free);
    if (!free) return pageOf(nothingFreePage(shown, nonce, alert));
    const { day } = free;
    const zone = zoneIn(shown);
    const times = day === null ? null : { day, times: decideDayTimes(free.times, formats, request.hour), zone, nonce };
    return pageOf(openPage({ shown, free: { ...free, today: dateOf(now, tzid) }, times, zone, nonce, alert }));
  }

  private nonceOf({ link }: Shown): string {
    return pageNonce({ linkId: link.linkId, now: this.clock() }, this.key);
  }
}

const zoneIn = ({ t, formats }: Shown): string => zoneLabel(t.lang, formats.tzid);

function alertOf({ link, b }: Shown, failure: Failure | null, free: FreeDays | null): string | null {
  if (failure === 'stale') return b.stale;
  if (failure === 'taken') return free?.day ? b.taken : b.takenAll;
  return link.refusal === null ? null : b.refused;
}
