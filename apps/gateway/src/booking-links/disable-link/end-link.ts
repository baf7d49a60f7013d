import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { poolToken } from '../../http/injection-tokens.js';
import { invalidField, notFound } from '../../http/refusals.js';
import type { BookingLink } from '../booking-link.js';
import { BookingLinks } from '../booking-links.js';

const completed = () =>
  invalidField('display_message', 'completed', 'a time is booked, or is just being booked, on this link');

/** Of an application, a link that is to be ended, with what its page shows from then on. */
interface Ended {
  clientId: string;
  linkId: string;
  message: string;
}

@Injectable()
export class EndLink {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(BookingLinks) private readonly links: BookingLinks,
  ) {}

  /** Repeatable. Throws the Refusals 404, and 422 of a link that is completed or just being booked. */
  async end({ clientId, linkId, message }: Ended): Promise<BookingLink> {
    await this.pool.query({
      name: 'disable-booking-link',
      text: `UPDATE booking_link SET status = 'disabled', display_message = $3
             WHERE link_id = $1 AND client_id = $2 AND status IN ('open', 'disabled')`,
      values: [linkId, clientId, message],
    });
    const link = await this.links.byId({ linkId, clientId });
    if (!link) throw notFound('booking link');
    if (link.status !== 'disabled') throw completed();
    return link;
  }
}
