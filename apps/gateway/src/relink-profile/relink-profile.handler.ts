import { relinkProfile, type ProfileRecord, type RelinkProfileReply, type Scope } from '@kalends/contracts';
import type { MessagingClient } from '@kalends/messaging';
import type { Sealer } from '@kalends/service';
import type { Pool } from 'pg';
import { askOr } from '../bus/ask.js';
import type { Relink } from '../journey/relink.js';

/** A profile as its owner is asked about it. */
export interface Known {
  profile: ProfileRecord;
  clientId: string;
  application: string;
  scope: Scope[];
}

const findSql = `
  SELECT state.record AS profile, application.client_id AS "clientId", application.name AS application,
         coalesce((SELECT array_agg(DISTINCT one) FROM authorization_grant, unnest(scope) AS one
                   WHERE account_id = account.account_id), '{}') AS scope
  FROM profile_state AS state JOIN projection USING (generation)
    JOIN account USING (account_id) JOIN application USING (client_id)
  WHERE profile_id = $1 AND NOT state.deleted`;

/** What happens to a disconnected profile when its owner comes by the address that its application shows. */
export class RelinkProfile {
  constructor(
    private readonly pool: Pool,
    private readonly client: MessagingClient,
    private readonly sealer: Sealer,
  ) {}

  async find(profileId: string): Promise<Known | null> {
    const { rows } = await this.pool.query<Known>(findSql, [profileId]);
    return rows[0] ?? null;
  }

  /** Has calendar-sync try the password at the address and for the user that the profile has; it travels sealed. */
  tryPassword({ accountId, profileId }: Relink, password: string): Promise<RelinkProfileReply> {
    const sealed_password = this.sealer.seal(password, `profile:${profileId}`);
    return askOr(this.client, relinkProfile, { account_id: accountId, profile_id: profileId, sealed_password });
  }
}
