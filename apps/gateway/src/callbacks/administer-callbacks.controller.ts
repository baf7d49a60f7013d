import { Body, Controller, Get, HttpCode, Inject, Param, Query, UseGuards } from '@nestjs/common';
import { enableCallbackEndpointOfApplication, listCallbacksQuery } from '@kalends/public-api';
import { sqlOfPrisma } from '@kalends/messaging';
import { Post } from '../http/idempotency/post.js';
import { recordAudit } from '../audit/record-audit.js';
import type { GatewayConfig } from '../config.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import { AdministratorOf, AdminKeyGuard, managedBy, type Administrator } from '../http/admin-key.js';
import { configToken, prismaToken } from '../http/injection-tokens.js';
import { notFound, validate } from '../http/refusals.js';
import { Callbacks } from './callbacks.js';

/** The same for the application's administrators. */
@Controller('admin/v1/applications/:clientId')
@UseGuards(AdminKeyGuard)
export class AdministerCallbacksController {
  constructor(
    private readonly callbacks: Callbacks,
    @Inject(prismaToken) private readonly prisma: PrismaClient,
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'PUBLIC_URL'>,
  ) {}

  @Get('callbacks')
  async list(
    @AdministratorOf() administrator: Administrator,
    @Param('clientId') clientId: string,
    @Query() input: unknown,
  ) {
    await this.find(administrator, clientId);
    return this.callbacks.list(clientId, validate(listCallbacksQuery, input), this.baseOf(clientId));
  }

  @Get('callbacks/pages/:cursor')
  async next(
    @AdministratorOf() administrator: Administrator,
    @Param('clientId') clientId: string,
    @Param('cursor') cursor: string,
  ) {
    await this.find(administrator, clientId);
    return this.callbacks.next(clientId, cursor, this.baseOf(clientId));
  }

  @Post('callbacks/:callbackId/replay')
  @HttpCode(202)
  async replay(
    @AdministratorOf() administrator: Administrator,
    @Param('clientId') clientId: string,
    @Param('callbackId') callbackId: string,
  ) {
    await this.find(administrator, clientId);
    await this.callbacks.replay(clientId, callbackId);
    const audited = { action: 'callback.replayed', clientId, subject: callbackId } as const;
    await recordAudit(sqlOfPrisma(this.prisma), administrator, audited);
  }

  @Get('callback_endpoints')
  async endpoints(@AdministratorOf() administrator: Administrator, @Param('clientId') clientId: string) {
    await this.find(administrator, clientId);
    return this.callbacks.endpoints(clientId);
  }

  @Post('callback_endpoints/enable')
  @HttpCode(202)
  async enable(
    @AdministratorOf() administrator: Administrator,
    @Param('clientId') clientId: string,
    @Body() input: unknown,
  ) {
    await this.find(administrator, clientId);
    const { url } = validate(enableCallbackEndpointOfApplication.body, input);
    await this.callbacks.enable(clientId, url);
    const audited = { action: 'callback_endpoint.enabled', clientId, subject: url } as const;
    await recordAudit(sqlOfPrisma(this.prisma), administrator, audited);
  }

  private baseOf(clientId: string): string {
    return `${this.config.PUBLIC_URL}/admin/v1/applications/${encodeURIComponent(clientId)}`;
  }

  private async find(administrator: Administrator, clientId: string) {
    const where = { client_id: clientId, ...managedBy(administrator) };
    if (!(await this.prisma.application.findFirst({ where, select: { client_id: true } })))
      throw notFound('application');
  }
}
