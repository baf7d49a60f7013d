import { Body, Controller, HttpCode, Inject, Param, UseGuards } from '@nestjs/common';
import { sqlOf } from '@kalends/messaging';
import { inTransaction } from '@kalends/postgres';
import { disableBookingLinkBody } from '@kalends/public-api';
import type { Pool } from 'pg';
import { ApiKeyOrClientGuard, ApplicationOf, type CallingApplication } from '../../http/api-key.js';
import { Post } from '../../http/idempotency/post.js';
import { poolToken } from '../../http/injection-tokens.js';
import { notFound, validate } from '../../http/refusals.js';
import { BookingLinks } from '../booking-links.js';
import { isSequenceId } from '../link-parts.js';
import { presentSequence } from '../present-link.js';
import { endLink } from '../end-link.js';

/** An application ends a link for a sequence on which nobody has picked a time (SCH-13). */
@Controller('v1/real_time_sequencing/:linkId/disable')
export class DisableSequenceController {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(BookingLinks) private readonly links: BookingLinks,
  ) {}

  @Post()
  @HttpCode(200)
  @UseGuards(ApiKeyOrClientGuard)
  async disable(
    @ApplicationOf() { clientId }: CallingApplication,
    @Param('linkId') linkId: string,
    @Body() input: unknown,
  ) {
    const { display_message } = validate(disableBookingLinkBody, input);
    if (!isSequenceId(linkId)) throw notFound('booking link');
    await inTransaction(this.pool, (client) => endLink(sqlOf(client), { linkId, clientId }, display_message));
    const link = await this.links.byId({ linkId, clientId });
    if (!link) throw notFound('booking link');
    return { real_time_sequencing: presentSequence(link, this.links.urlOf(link)) };
  }
}
