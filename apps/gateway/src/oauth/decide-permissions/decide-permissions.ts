import { dependenciesToken } from '../../http/injection-tokens.js';
import { Inject } from '@nestjs/common';
import type { ProfileRecord, StagedCredentials } from '@kalends/contracts';
import type { Scope } from '@kalends/public-api';
import type { MessagingClient } from '@kalends/messaging';
import { randomToken, type Sealer } from '@kalends/security';
import type { Pool } from 'pg';
import { connectedElsewhere, stageConnection, type Refused } from '../../accounts/stage-connection.js';
import { dropStaged, lockStaged, ownerOf } from '../../accounts/staged-connections.js';
import type { PrismaClient } from '../../generated/prisma/client.js';
import { unavailable } from '../../http/refusals.js';
import { readConnections } from '../../read-model/connections.js';
import { tokenHash } from '../../tokens/hash.js';
import { timestamp } from '../../tokens/timestamp.js';
import { brandOf, type Brand, type BrandedRow } from '../journey/brand.js';
import { isRegistered } from '../journey/registered-address.js';
import type { PermissionStep } from '../journey/permission-step.js';
import { groupByProfile, nextToProve, type RaisedProfile } from './decide-proof.js';

/** An open request for permissions. */
interface RequestRow {
  registered: string[];
  accountId: string;
  clientId: string;
  brand: Brand;
  redirectUri: string;
  unrestricted: string[];
  sandbox: string[];
  /** Epoch ms. */
  expires: number;
  scope: Scope[];
}

/** The same as its user sees it. */
export interface OpenRequest extends RequestRow {
  profiles: RaisedProfile[];
}

/** A request is open for an application that still has access, and knows where to return to. */
const findSql = `
  SELECT account_id AS "accountId", client_id AS "clientId", client_id, application.name,
         logo_version, accent_color, privacy_url, support_url,
         redirect_uri AS "redirectUri", unrestricted, sandbox, application.redirect_uris AS registered,
         (extract(epoch FROM expires_at) * 1000)::float8 AS expires, granted.scope
  FROM permission_request JOIN account USING (account_id) JOIN application USING (client_id)
  JOIN LATERAL (SELECT array_agg(DISTINCT one) AS scope FROM authorization_grant AS valid, unnest(valid.scope) AS one
                WHERE valid.account_id = account.account_id) AS granted ON granted.scope IS NOT NULL
  WHERE token_hash = $1 AND expires_at > $2`;

interface DecidePermissionsDependencies {
  pool: Pool;
  prisma: PrismaClient;
  client: MessagingClient;
  sealer: Sealer;
  clock: () => number;
}

/** The user's proof of whose calendars these are, and their decision about them. */
export class DecidePermissions {
  constructor(@Inject(dependenciesToken) private readonly dependencies: DecidePermissionsDependencies) {}

  /** Null: there is no such request, or it was decided, or it is too old. */
  async find(token: string): Promise<OpenRequest | null> {
    const { pool, clock } = this.dependencies;
    const values = [tokenHash(token), timestamp(clock())];
    const { rows } = await pool.query<RequestRow & BrandedRow>(findSql, values);
    const [row] = rows;
    if (!row || !isRegistered(row.registered, row.redirectUri)) return null;
    return {
      ...row,
      brand: brandOf(row),
      profiles: groupByProfile(row.unrestricted, await readConnections(pool, row.accountId)),
    };
  }

  /** The profile whose owner the browser must prove to be next; null: the user can decide. */
  async toProve({ accountId, profiles }: OpenRequest, step: PermissionStep, browserId: string) {
    const key = { browser_id: tokenHash(browserId), account_id: accountId };
    const isLinked = (await this.dependencies.prisma.browserAccount.count({ where: key })) > 0;
    return nextToProve(profiles, { proved: step.proved, isLinked });
  }

  /**
   * Has calendar-sync try the password of a profile, sealed in transit, at its address and for its user; nothing is stored.
   * Null: it is right. Throws the Refusals 503 and 504.
   */
  async tryPassword(
    { accountId, clientId }: OpenRequest,
    { profile_id }: ProfileRecord,
    password: string,
  ): Promise<Refused | null> {
    const credentials = (stagedId: string): StagedCredentials => ({
      kind: 'another-password',
      account_id: accountId,
      stored_profile_id: profile_id,
      sealed_password: this.dependencies.sealer.seal(password, `profile:${stagedId}`),
    });
    const expires = this.dependencies.clock() + 60_000;
    const connection = { clientId, journeyId: randomToken(24), expires, defaultTzid: 'Etc/UTC', credentials };
    const stagedId = await stageConnection(this.dependencies, connection);
    return typeof stagedId === 'string' ? this.dropProof(stagedId, { accountId, profileId: profile_id }) : stagedId;
  }

  /** An identity that belongs to another profile proves nothing about this one. */
  private dropProof(
    stagedId: string,
    { accountId, profileId }: { accountId: string; profileId: string },
  ): Promise<Refused | null> {
    return this.dependencies.prisma.$transaction(async (db) => {
      const row = await lockStaged(db, stagedId, this.dependencies.clock());
      if (!row) throw unavailable('It took too long; try again.');
      const owner = await ownerOf(db, row, accountId);
      await dropStaged(db, { profile_id: stagedId });
      return owner && owner.profile_id !== profileId ? connectedElsewhere : null;
    });
  }

  /** The chosen calendars have the requested level from now on. False: the request was decided meanwhile. */
  allow(
    token: string,
    { accountId: account_id, sandbox, profiles }: OpenRequest,
    chosen: ReadonlySet<string>,
  ): Promise<boolean> {
    const allowed_at = timestamp(this.dependencies.clock());
    const calendars = profiles.flatMap((one) => one.calendars).filter(({ calendar_id }) => chosen.has(calendar_id));
    return this.dependencies.prisma.$transaction(async (db) => {
      const { count } = await db.permissionRequest.deleteMany({ where: { token_hash: tokenHash(token) } });
      if (count === 0) return false;
      const data = calendars.map(({ calendar_id }) => ({ calendar_id, account_id, allowed_at }));
      await db.unrestrictedCalendar.createMany({ data, skipDuplicates: true });
      await db.unrestrictedCalendar.deleteMany({ where: { account_id, calendar_id: { in: sandbox } } });
      return true;
    });
  }

  /** The request is over. False: it was decided meanwhile. */
  async deny(token: string): Promise<boolean> {
    const { prisma } = this.dependencies;
    const { count } = await prisma.permissionRequest.deleteMany({ where: { token_hash: tokenHash(token) } });
    return count > 0;
  }
}
