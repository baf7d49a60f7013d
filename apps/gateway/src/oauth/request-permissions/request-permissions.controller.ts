import { Body, Controller, HttpCode, Inject, UseGuards } from '@nestjs/common';
import { requestPermissionsBody } from '@kalends/public-api';
import { randomToken } from '@kalends/security';
import type { Pool } from 'pg';
import { Post } from '../../http/idempotency/post.js';
import { lockCreation } from '../../accounts/lock-creation.js';
import { findAccount } from '../../accounts/present-account.js';
import type { GatewayConfig } from '../../config.js';
import type { PrismaClient } from '../../generated/prisma/client.js';
import { AccessTokenGuard, CallerOf, type Caller } from '../../http/caller.js';
import { clockToken, configToken, poolToken, prismaToken, type Clock } from '../../http/injection-tokens.js';
import { forbidden, invalidField, validate } from '../../http/refusals.js';
import { readConnections } from '../../read-model/connections.js';
import { tokenHash } from '../../tokens/hash.js';
import { timestamp } from '../../tokens/timestamp.js';
import { permissionLifetime, permissionsUrl } from '../journey/permission-step.js';
import { isRegistered } from '../journey/registered-address.js';
import { decideRequest } from './decide-request.js';

const unregistered = () =>
  invalidField('redirect_uri', 'invalid', 'redirect_uri is not one of those registered for this application');

/** Most requests of an account that its user can still decide; each is open for an hour. */
const maxOpen = 100;

const tooMany = () =>
  invalidField('permissions', 'too_many', `${maxOpen} requests of this account are open, the maximum`);

/** An application requests of its user to let it change events that it did not create (PERM-2). */
@Controller('v1/permissions')
export class RequestPermissionsController {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(prismaToken) private readonly prisma: PrismaClient,
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'PUBLIC_URL'>,
    @Inject(clockToken) private readonly clock: Clock,
  ) {}

  @Post()
  @HttpCode(200)
  @UseGuards(AccessTokenGuard())
  async request(@CallerOf() { accountId, clientId }: Caller, @Body() input: unknown) {
    const { permissions, redirect_uri } = validate(requestPermissionsBody, input);
    const application = await this.prisma.application.findUniqueOrThrow({ where: { client_id: clientId } });
    if (!isRegistered(application.redirect_uris, redirect_uri)) throw unregistered();
    const changes = decideRequest(permissions, await readConnections(this.pool, accountId));
    if (changes.unrestricted.length === 0) {
      const where = { account_id: accountId, calendar_id: { in: changes.sandbox } };
      await this.prisma.unrestrictedCalendar.deleteMany({ where });
      return { permissions_request: { accepted: true } };
    }
    const { application_calendar_id } = await findAccount(this.pool, accountId);
    if (application_calendar_id !== null) throw forbidden('An application calendar has no user who could allow it.');
    const token = randomToken(32);
    const expires_at = timestamp(this.clock() + permissionLifetime);
    const data = { token_hash: tokenHash(token), account_id: accountId, redirect_uri, expires_at, ...changes };
    await this.prisma.$transaction(async (db) => {
      await lockCreation(db, 'permission-request', accountId);
      const open = { account_id: accountId, expires_at: { gt: timestamp(this.clock()) } };
      if ((await db.permissionRequest.count({ where: open })) >= maxOpen) throw tooMany();
      await db.permissionRequest.create({ data });
    });
    return { permissions_request: { url: permissionsUrl(this.config, token) } };
  }
}
