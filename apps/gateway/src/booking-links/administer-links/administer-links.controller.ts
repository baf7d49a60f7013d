import { Body, Controller, Get, HttpCode, Inject, Param, Query, UseGuards } from '@nestjs/common';
import { sqlOf } from '@kalends/messaging';
import { inTransaction } from '@kalends/postgres';
import { endBookingLinkBody, listBookingLinksQuery } from '@kalends/public-api';
import type { Pool } from 'pg';
import { managedApplication } from '../../applications/managed-application.js';
import { recordAudit } from '../../audit/record-audit.js';
import { AdministratorOf, AdminKeyGuard, type Administrator } from '../../http/admin-key.js';
import { Post } from '../../http/idempotency/post.js';
import { poolToken } from '../../http/injection-tokens.js';
import { listPlaceOf, listCursorOf } from '../../http/list-place.js';
import { notFound, validate } from '../../http/refusals.js';
import { endLink } from '../end-link.js';
import { findLink, findLinks, stepsOf } from './links.queries.js';
import { presentAdministered, presentDetails } from './present-administered.js';

/** Booking links for operators (ADM-37). */
@Controller('admin/v1/applications/:clientId/booking_links')
@UseGuards(AdminKeyGuard)
export class AdministerLinksController {
  constructor(@Inject(poolToken) private readonly pool: Pool) {}

  @Get()
  async list(
    @AdministratorOf() administrator: Administrator,
    @Param('clientId') clientId: string,
    @Query() input: unknown,
  ) {
    const { after, ...query } = validate(listBookingLinksQuery, input);
    await managedApplication(this.pool, administrator, clientId);
    const rows = await findLinks(this.pool, clientId, {
      ...query,
      after: after === undefined ? null : listPlaceOf(after),
    });
    const links = rows.slice(0, query.limit);
    const last = links.at(-1);
    return {
      booking_links: links.map(presentAdministered),
      next_after:
        rows.length > query.limit && last ? listCursorOf({ createdAt: last.createdAt, id: last.linkId }) : null,
    };
  }

  @Get(':linkId')
  async show(
    @AdministratorOf() administrator: Administrator,
    @Param('clientId') clientId: string,
    @Param('linkId') linkId: string,
  ) {
    await managedApplication(this.pool, administrator, clientId);
    return this.answer(clientId, linkId);
  }

  @Post(':linkId/disable')
  @HttpCode(200)
  async disable(
    @AdministratorOf() administrator: Administrator,
    @Param() { clientId, linkId }: { clientId: string; linkId: string },
    @Body() input: unknown,
  ) {
    const { display_message } = validate(endBookingLinkBody, input);
    await managedApplication(this.pool, administrator, clientId);
    await inTransaction(this.pool, async (client) => {
      const db = sqlOf(client);
      const before = await endLink(db, { linkId, clientId }, display_message);
      const after = { status: 'disabled', display_message };
      await recordAudit(db, administrator, {
        action: 'booking_link.disabled',
        clientId,
        subject: linkId,
        before,
        after,
      });
    });
    return this.answer(clientId, linkId);
  }

  private async answer(clientId: string, linkId: string) {
    const link = await findLink(this.pool, clientId, linkId);
    if (!link) throw notFound('booking link');
    return { booking_link: presentDetails(link, await stepsOf(this.pool, linkId)) };
  }
}
