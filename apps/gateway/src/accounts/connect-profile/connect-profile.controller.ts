import { Body, Controller, Get, Inject, Param, UseGuards } from '@nestjs/common';
import { type ProfileRecord } from '@kalends/contracts';
import { connectProfileEndpoint } from '@kalends/public-api';
import { sqlOfPrisma, type MessagingClient } from '@kalends/messaging';
import { randomToken, type Sealer } from '@kalends/security';
import { isPublished } from '@kalends/provider-registry';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { Post } from '../../http/idempotency/post.js';
import { caldavConnectionRequest } from '../caldav-connection.js';
import type { CaldavCredentials } from '../identities.js';
import { publishedAddress, publishedCredentials } from '../published-calendar.js';
import { fullOfProfiles, refuseMoreProfiles } from '../refuse-more-profiles.js';
import { stageConnection, type Refused } from '../stage-connection.js';
import { dropStaged, lockStaged, ownerOf, publishStaged } from '../staged-connections.js';
import { recordAudit } from '../../audit/record-audit.js';
import type { PrismaClient } from '../../generated/prisma/client.js';
import { AdministratorOf, AdminKeyGuard, managedBy, type Administrator } from '../../http/admin-key.js';
import {
  requestToken,
  clockToken,
  poolToken,
  prismaToken,
  relayToken,
  sealerToken,
  type Clock,
  type Waker,
} from '../../http/injection-tokens.js';
import { invalid, invalidField, notAuthorized, notFound, unavailable, validate } from '../../http/refusals.js';
import { readConnections } from '../../read-model/connections.js';

const present = (profile: ProfileRecord) => ({
  profile_id: profile.profile_id,
  provider_name: profile.provider_name,
  profile_name: profile.profile_name,
  connected: profile.connected,
  initial_sync: profile.initial_sync,
  last_sync: profile.last_sync ?? null,
  ...(profile.error ? { error: profile.error } : {}),
});

const fieldOf: Record<Refused['refusal'], string> = {
  'address-refused': 'url',
  'address-unreachable': 'url',
  'not-a-caldav-server': 'url',
  'authentication-failed': 'password',
  'connected-elsewhere': 'username',
  'identity-not-proved': 'url',
  'another-user': 'username',
  'unknown-profile': 'username',
};

type ProfileWrite = z.output<typeof connectProfileEndpoint.body>;

const credentialsOf = ({ provider_name, url, username = '', password = '' }: ProfileWrite): CaldavCredentials =>
  isPublished({ provider_name })
    ? publishedCredentials(provider_name, publishedAddress(url!)!)
    : { provider_name, ...(url === undefined ? {} : { url }), username, password };

/** Long enough for calendar-sync's reply. */
const stagedForMs = 5 * 60_000;

class Elsewhere {
  constructor(readonly accountId: string) {}
}

@Controller('admin/v1/accounts/:sub/profiles')
@UseGuards(AdminKeyGuard)
export class ConnectProfileController {
  constructor(
    @Inject(prismaToken) readonly prisma: PrismaClient,
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(requestToken) readonly client: MessagingClient,
    @Inject(sealerToken) readonly sealer: Sealer,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(relayToken) private readonly relay: Waker,
  ) {}

  @Post()
  async connect(@AdministratorOf() administrator: Administrator, @Param('sub') sub: string, @Body() input: unknown) {
    const account = await this.find(administrator, sub);
    const body = validate(connectProfileEndpoint.body, input);
    await refuseMoreProfiles(this.pool, sub, 'sub');
    const { client_id: clientId, default_tzid: defaultTzid } = account;
    const staged = await stageConnection(this, {
      clientId,
      journeyId: randomToken(24),
      expires: this.clock() + stagedForMs,
      defaultTzid,
      ...(await caldavConnectionRequest(this, clientId, credentialsOf(body))),
    });
    if (typeof staged !== 'string') {
      const { refusal, description } = staged;
      const field = isPublished(body) ? 'url' : fieldOf[refusal];
      throw invalidField(field, refusal.replaceAll('-', '_'), description);
    }
    const published = await this.publish(administrator, { clientId, accountId: sub }, staged);
    this.relay.wake();
    if (typeof published === 'string') throw invalidField('sub', 'too_many', published);
    if (published === null) throw invalid({ sub: [notAuthorized(sub)] });
    if (published instanceof Elsewhere)
      throw invalidField(
        'username',
        'connected_elsewhere',
        `This profile belongs to the account ${published.accountId}.`,
      );
    const { profiles } = await readConnections(this.pool, sub);
    return present({
      ...profiles.find((one) => one.profile_id === published.profileId)!,
      connected: true,
      error: undefined,
    });
  }

  /** The administrator names the account, so the proved connection is published immediately. Returns the profile; null: no grant covers the account; a text: why it is not added. */
  private publish(
    administrator: Administrator,
    { clientId, accountId }: { clientId: string; accountId: string },
    stagedId: string,
  ): Promise<{ profileId: string } | Elsewhere | string | null> {
    return this.prisma.$transaction(async (db) => {
      const row = await lockStaged(db, stagedId, this.clock());
      if (!row) throw unavailable('It took too long; try again.');
      const owner = await ownerOf(db, row, accountId);
      if (owner && owner.account_id !== accountId) {
        await dropStaged(db, { profile_id: stagedId });
        return new Elsewhere(owner.account_id);
      }
      const profileId = owner?.profile_id ?? stagedId;
      const published = await publishStaged(db, row, { accountId, profileId });
      if (published === 'full') return fullOfProfiles;
      if (published !== 'published') return null;
      const after = { provider_name: row.provider_name };
      const audited = { action: 'profile.connected', clientId, accountId, subject: profileId, after } as const;
      await recordAudit(sqlOfPrisma(db), administrator, audited);
      return { profileId };
    });
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
}
