import { Inject, Injectable } from '@nestjs/common';
import { bookingLinkReported } from '@kalends/contracts';
import { addToOutbox, message, sqlOf } from '@kalends/messaging';
import { inTransaction } from '@kalends/postgres';
import type { Pool } from 'pg';
import { clockToken, poolToken, relayToken, type Clock, type Waker } from '../http/injection-tokens.js';
import { timestamp } from '../tokens/timestamp.js';
import type { BookingLink } from './booking-link.js';
import { BookingLinks } from './booking-links.js';
import { reportedOf } from './present-link.js';

export type NoTimes = 'no-times-suitable' | 'no-times-displayed';

const columnOf = { 'no-times-suitable': 'none_suitable_at', 'no-times-displayed': 'none_displayed_at' } as const;
const urlOf = { 'no-times-suitable': 'noneSuitable', 'no-times-displayed': 'noneDisplayed' } as const;

/** Reports once per link that its visitor found no time. */
@Injectable()
export class ReportNoTimes {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(relayToken) private readonly relay: Waker,
    @Inject(BookingLinks) private readonly links: BookingLinks,
  ) {}

  /** `tzid`: the zone in which the page showed times. False: the link is no longer open, or this was reported before. */
  async report(link: BookingLink, kind: NoTimes, tzid: string): Promise<boolean> {
    const at = this.clock();
    const column = columnOf[kind];
    const isFirst = await inTransaction(this.pool, async (client) => {
      const { rowCount } = await client.query(
        `UPDATE booking_link SET ${column} = $2 WHERE link_id = $1 AND status = 'open' AND ${column} IS NULL`,
        [link.linkId, timestamp(at)],
      );
      const callback_url = link.definition.callbackUrls[urlOf[kind]];
      if (rowCount !== 1 || callback_url === null) return rowCount === 1;
      const body = { kind, ...reportedOf(link, this.links.urlOf(link)), callback_url, at, user_tzid: tzid };
      await addToOutbox(sqlOf(client), [message(bookingLinkReported, body)]);
      return true;
    });
    this.relay.wake();
    return isFirst;
  }
}
