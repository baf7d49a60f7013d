import { Body, Controller, Get, Inject, Param, Post, UseGuards } from '@nestjs/common';
import { connectProfileEndpoint, type ConnectProfileReply, type ProfileRecord } from '@kalends/contracts';
import type { MessagingClient } from '@kalends/messaging';
import type { Sealer } from '@kalends/service';
import type { Pool } from 'pg';
import { newConnectionIds } from '../accounts/built-in-profile.js';
import { askToConnect, findIdentity, identityHash } from '../accounts/connect-caldav.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import { AdministratorOf, AdminKeyGuard, managedBy, type Administrator } from '../http/admin-key.js';
import { askToken, poolToken, prismaToken, sealerToken } from '../http/providers.js';
import { invalidField, notFound, validate } from '../http/refusals.js';
import { readConnections } from '../read-model/connections.js';

const present = (profile: ProfileRecord) => ({
  profile_id: profile.profile_id,
  provider_name: profile.provider_name,
  profile_name: profile.profile_name,
  connected: profile.connected,
  initial_sync: profile.initial_sync,
  last_sync: profile.last_sync ?? null,
  ...(profile.error ? { error: profile.error } : {}),
});

type Refused = Extract<ConnectProfileReply, { outcome: 'refused' }>;

const fieldOf: Record<Refused['refusal'], string> = {
  'address-refused': 'url',
  'address-unreachable': 'url',
  'not-a-caldav-server': 'url',
  'authentication-failed': 'password',
  'connected-elsewhere': 'username',
};

@Controller('admin/v1/accounts/:sub/profiles')
@UseGuards(AdminKeyGuard)
export class ConnectProfileController {
  constructor(
    @Inject(prismaToken) private readonly prisma: PrismaClient,
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(askToken) private readonly client: MessagingClient,
    @Inject(sealerToken) private readonly sealer: Sealer,
  ) {}

  @Post()
  async connect(@AdministratorOf() administrator: Administrator, @Param('sub') sub: string, @Body() input: unknown) {
    const account = await this.find(administrator, sub);
    const credentials = validate(connectProfileEndpoint.body, input);
    const known = await findIdentity(this.prisma, account.client_id, credentials);
    if (known && known.account_id !== sub) {
      throw invalidField('username', 'connected_elsewhere', `This profile belongs to the account ${known.account_id}.`);
    }
    const profileId = known?.profile_id ?? newConnectionIds().profileId;
    const target = { accountId: sub, profileId, defaultTzid: account.default_tzid };
    const answer = await askToConnect(this.client, this.sealer, target, credentials);
    if (answer.outcome === 'refused') {
      throw invalidField(fieldOf[answer.refusal], answer.refusal.replaceAll('-', '_'), answer.description);
    }
    await this.remember(account.client_id, identityHash(credentials), sub, answer.profile.profile_id);
    return present(answer.profile);
  }

  @Get()
  async list(@AdministratorOf() administrator: Administrator, @Param('sub') sub: string) {
    await this.find(administrator, sub);
    return { profiles: (await readConnections(this.pool, sub)).profiles.map(present) };
  }

  private async find(administrator: Administrator, sub: string) {
    const where = { account_id: sub, application: managedBy(administrator) };
    const account = await this.prisma.account.findFirst({ where });
    if (!account) throw notFound('account');
    return account;
  }

  private async remember(clientId: string, identity_hash: string, account_id: string, profile_id: string) {
    await this.prisma.profileIdentity.upsert({
      where: { client_id_identity_hash: { client_id: clientId, identity_hash } },
      create: { client_id: clientId, identity_hash, account_id, profile_id },
      update: { profile_id },
    });
  }
}
