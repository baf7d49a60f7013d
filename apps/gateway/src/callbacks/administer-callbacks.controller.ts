import { Body, Controller, Get, HttpCode, Inject, Param, Query, UseGuards } from '@nestjs/common';
import {
  enableCallbackEndpointOfApplication,
  listCallbacksQuery,
  maxReplayed,
  replayCallbacks,
  showCallback,
} from '@kalends/public-api';
import { sqlOfPrisma } from '@kalends/messaging';
import type { Pool } from 'pg';
import { managedApplication } from '../applications/managed-application.js';
import { Post } from '../http/idempotency/post.js';
import { recordAudit } from '../audit/record-audit.js';
import type { GatewayConfig } from '../config.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import { AdministratorOf, AdminKeyGuard, type Administrator } from '../http/admin-key.js';
import { configToken, poolToken, prismaToken } from '../http/injection-tokens.js';
import { validate } from '../http/refusals.js';
import { Callbacks } from './callbacks.js';
import { presentRequest } from './callbacks.present.js';

/** The same for the application's administrators. */
@Controller('admin/v1/applications/:clientId')
@UseGuards(AdminKeyGuard)
export class AdministerCallbacksController {
  constructor(
    private readonly callbacks: Callbacks,
    @Inject(prismaToken) private readonly prisma: PrismaClient,
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'PUBLIC_URL'>,
  ) {}

  @Get('callbacks')
  async list(
    @AdministratorOf() administrator: Administrator,
    @Param('clientId') clientId: string,
    @Query() input: unknown,
  ) {
    await managedApplication(this.pool, administrator, clientId);
    return this.callbacks.list(clientId, validate(listCallbacksQuery, input), this.baseOf(clientId));
  }

  @Get('callbacks/pages/:cursor')
  async next(
    @AdministratorOf() administrator: Administrator,
    @Param('clientId') clientId: string,
    @Param('cursor') cursor: string,
  ) {
    await managedApplication(this.pool, administrator, clientId);
    return this.callbacks.next(clientId, cursor, this.baseOf(clientId));
  }

  @Get('callbacks/:callbackId')
  async show(
    @AdministratorOf() administrator: Administrator,
    @Param() { clientId, callbackId }: { clientId: string; callbackId: string },
    @Query() input: unknown,
  ) {
    const { reason } = validate(showCallback.query, input);
    await managedApplication(this.pool, administrator, clientId);
    const { callback, body } = await this.callbacks.show(clientId, callbackId);
    if (reason !== undefined) {
      const audited = { action: 'callback.viewed', clientId, subject: callbackId, reason } as const;
      await recordAudit(sqlOfPrisma(this.prisma), administrator, audited);
    }
    return presentRequest(callback, { body, showsBody: reason !== undefined });
  }

  @Post('callbacks/replay')
  @HttpCode(200)
  async replayMany(
    @AdministratorOf() administrator: Administrator,
    @Param('clientId') clientId: string,
    @Body() input: unknown,
  ) {
    await managedApplication(this.pool, administrator, clientId);
    const filters = validate(replayCallbacks.body, input);
    const { ids, total } = await this.callbacks.find(clientId, filters, maxReplayed);
    const after = { ...filters, callbacks: ids.length };
    await recordAudit(sqlOfPrisma(this.prisma), administrator, { action: 'callbacks.replayed', clientId, after });
    const replayed = await this.callbacks.replayMany(clientId, ids);
    return { replayed, left: Math.max(0, total - ids.length) };
  }

  @Post('callbacks/:callbackId/replay')
  @HttpCode(202)
  async replay(
    @AdministratorOf() administrator: Administrator,
    @Param('clientId') clientId: string,
    @Param('callbackId') callbackId: string,
  ) {
    await managedApplication(this.pool, administrator, clientId);
    const audited = { action: 'callback.replayed', clientId, subject: callbackId } as const;
    await recordAudit(sqlOfPrisma(this.prisma), administrator, audited);
    await this.callbacks.replay(clientId, callbackId);
  }

  @Get('callback_endpoints')
  async endpoints(@AdministratorOf() administrator: Administrator, @Param('clientId') clientId: string) {
    await managedApplication(this.pool, administrator, clientId);
    return this.callbacks.endpoints(clientId);
  }

  @Post('callback_endpoints/enable')
  @HttpCode(202)
  async enable(
    @AdministratorOf() administrator: Administrator,
    @Param('clientId') clientId: string,
    @Body() input: unknown,
  ) {
    await managedApplication(this.pool, administrator, clientId);
    const { url } = validate(enableCallbackEndpointOfApplication.body, input);
    const audited = { action: 'callback_endpoint.enabled', clientId, subject: url } as const;
    await recordAudit(sqlOfPrisma(this.prisma), administrator, audited);
    await this.callbacks.enable(clientId, url);
  }

  private baseOf(clientId: string): string {
    return `${this.config.PUBLIC_URL}/admin/v1/applications/${encodeURIComponent(clientId)}`;
  }
}
