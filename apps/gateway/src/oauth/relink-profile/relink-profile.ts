import { dependenciesToken } from '../../http/injection-tokens.js';
import { Inject } from '@nestjs/common';
import type { ProfileRecord, StagedCredentials } from '@kalends/contracts';
import type { Scope } from '@kalends/public-api';
import type { MessagingClient } from '@kalends/messaging';
import { randomToken, type Sealer } from '@kalends/security';
import type { Pool } from 'pg';
import { connectedElsewhere, stageConnection, type Refused } from '../../accounts/stage-connection.js';
import { dropStaged, lockStaged, ownerOf, publishStaged } from '../../accounts/staged-connections.js';
import type { PrismaClient } from '../../generated/prisma/client.js';
import { unavailable } from '../../http/refusals.js';
import { brandOf, type Brand, type BrandedRow } from '../journey/brand.js';
import type { Relink } from '../journey/relink.js';

/** A profile as its owner sees it. */
export interface KnownProfile {
  profile: ProfileRecord;
  clientId: string;
  brand: Brand;
  scope: Scope[];
}

const findSql = `
  SELECT state.record AS profile, application.client_id AS "clientId", application.client_id, application.name,
         logo_version, accent_color, privacy_url, support_url,
         coalesce((SELECT array_agg(DISTINCT one) FROM authorization_grant, unnest(scope) AS one
                   WHERE account_id = account.account_id), '{}') AS scope
  FROM profile_state AS state JOIN account USING (account_id) JOIN application USING (client_id)
  WHERE profile_id = $1 AND NOT state.deleted AND NOT access_ended`;

interface RelinkDependencies {
  pool: Pool;
  prisma: PrismaClient;
  client: MessagingClient;
  sealer: Sealer;
  clock: () => number;
}

const noAccess: Refused = {
  outcome: 'refused',
  refusal: 'unknown-profile',
  description: 'The application no longer has access to the account.',
};

/** Relinking a disconnected profile at the address that its application shows. */
export class RelinkProfile {
  constructor(@Inject(dependenciesToken) private readonly dependencies: RelinkDependencies) {}

  async find(profileId: string): Promise<KnownProfile | null> {
    const { rows } = await this.dependencies.pool.query<KnownProfile & BrandedRow>(findSql, [profileId]);
    return rows[0] ? { ...rows[0], brand: brandOf(rows[0]) } : null;
  }

  /**
   * Has calendar-sync try the password, sealed in transit, at the profile's address and for its user. The server must prove
   * the same identity as before. Null: it is connected. Throws the Refusals 503 and 504.
   */
  async tryPassword(relink: Relink, password: string): Promise<Refused | null> {
    const { accountId, clientId, profileId, expires } = relink;
    const credentials = (stagedId: string): StagedCredentials => ({
      kind: 'another-password',
      account_id: accountId,
      stored_profile_id: profileId,
      sealed_password: this.dependencies.sealer.seal(password, `profile:${stagedId}`),
    });
    const connection = { clientId, journeyId: randomToken(24), expires, defaultTzid: 'Etc/UTC', credentials };
    const stagedId = await stageConnection(this.dependencies, connection);
    return typeof stagedId === 'string' ? this.publish(relink, stagedId) : stagedId;
  }

  /** The identity must be the profile's own, or have no owner: then the profile is older than proved identities. */
  private publish({ accountId, profileId }: Relink, stagedId: string): Promise<Refused | null> {
    return this.dependencies.prisma.$transaction(async (db) => {
      const row = await lockStaged(db, stagedId, this.dependencies.clock());
      if (!row) throw unavailable('It took too long; try again.');
      const owner = await ownerOf(db, row, accountId);
      if (owner && owner.profile_id !== profileId) {
        await dropStaged(db, { profile_id: stagedId });
        return connectedElsewhere;
      }
      return (await publishStaged(db, row, { accountId, profileId })) === 'published' ? null : noAccess;
    });
  }
}
