import { Controller, Get, Inject, Param, Query, UseGuards } from '@nestjs/common';
import { smartInviteQuery } from '@kalends/contracts';
import { listUnmatchedQuery } from '@kalends/public-api';
import type { MessagingClient } from '@kalends/messaging';
import { requestOrThrow } from '../http/bus/request-or-throw.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import { AdministratorOf, AdminKeyGuard, managedBy, onlyDeployment, type Administrator } from '../http/admin-key.js';
import { requestToken, prismaToken } from '../http/injection-tokens.js';
import { notFound, validate } from '../http/refusals.js';
import { presentUnmatched } from './smart-invites.present.js';

const batchSize = 50;

/** Smart Invites for operators. */
@Controller('admin/v1')
@UseGuards(AdminKeyGuard)
export class AdministerSmartInvitesController {
  constructor(
    @Inject(requestToken) private readonly client: MessagingClient,
    @Inject(prismaToken) private readonly prisma: PrismaClient,
  ) {}

  @Get('unmatched_mail')
  async unmatched(@AdministratorOf() administrator: Administrator, @Query() input: unknown) {
    onlyDeployment(administrator);
    const before = validate(listUnmatchedQuery, input).before ?? null;
    const reply = await requestOrThrow(this.client, smartInviteQuery, {
      kind: 'list-unmatched',
      before,
      limit: batchSize,
    });
    if (reply.outcome !== 'unmatched') throw notFound('list');
    return { unmatched_mail: reply.mails.map(presentUnmatched), next_before: reply.next };
  }

  @Get('applications/:clientId/smart_invites/:smartInviteId')
  async show(
    @AdministratorOf() administrator: Administrator,
    @Param('clientId') clientId: string,
    @Param('smartInviteId') smartInviteId: string,
  ) {
    const where = { client_id: clientId, ...managedBy(administrator) };
    const application = await this.prisma.application.findFirst({ where, select: { client_id: true } });
    if (!application) throw notFound('application');
    const query = { kind: 'show', client_id: clientId, smart_invite_id: smartInviteId } as const;
    const reply = await requestOrThrow(this.client, smartInviteQuery, query);
    if (reply.outcome !== 'invites' || reply.invites.length === 0) throw notFound('Smart Invite');
    return { smart_invites: reply.invites };
  }
}
