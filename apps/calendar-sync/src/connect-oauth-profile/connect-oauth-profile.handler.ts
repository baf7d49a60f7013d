import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { connectOauthProfile, type ConnectOauthProfile, type ConnectProfileReply } from '@kalends/contracts';
import { Ask } from '@kalends/messaging';
import { sha256, type Logger, type Sealer } from '@kalends/service';
import type { Pool, PoolClient } from 'pg';
import type { ConnectionOf } from '../provider/providers.js';
import {
  clockToken,
  connectionOfToken,
  logToken,
  poolToken,
  sealerToken,
  wakeToken,
  type Clock,
  type Wake,
} from '../providers.js';
import { keepProfile, newProfile } from '../state/keep-profile.js';
import { tryConnection, type Refusals } from '../state/try-connection.js';

const refusals: Refusals = {
  'authentication-failed': 'authentication-failed',
  'address-refused': 'address-refused',
  'not-a-provider': 'address-unreachable',
  unavailable: 'address-unreachable',
  refused: 'authentication-failed',
  'calendar-gone': 'address-unreachable',
};

/** Keeps a profile whose owner consented at the provider; whom the account has connected before is relinked. */
@Controller()
export class ConnectOauthProfileHandler {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(connectionOfToken) private readonly connectionOf: ConnectionOf,
    @Inject(sealerToken) private readonly sealer: Sealer,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(wakeToken) private readonly wake: Wake,
    @Inject(logToken) private readonly log: Logger,
  ) {}

  @Ask(connectOauthProfile)
  async connect(@Payload() ask: ConnectOauthProfile): Promise<ConnectProfileReply> {
    const reply = await tryConnection(
      { pool: this.pool, log: this.log },
      ask.account_id,
      refusals,
      (signal) => this.connectionOf(ask, signal).ownAddresses(),
      (client, ownAddresses) => this.keep(client, ask, ownAddresses),
    );
    this.wake();
    return reply;
  }

  private async keep(
    client: PoolClient,
    ask: ConnectOauthProfile,
    own_addresses: string[],
  ): Promise<ConnectProfileReply> {
    const profile_id = (await this.heldFor(client, ask)) ?? ask.profile_id;
    const { account_id, provider_name, profile_name, subject: username, default_tzid } = ask;
    const known = { profile_id, account_id, provider_name, profile_name, url: null, username, default_tzid };
    const reply = await keepProfile(client, newProfile({ ...known, own_addresses }), this.clock());
    if (reply.outcome === 'refused') return reply;
    const tokens = this.sealer.open(ask.sealed_tokens, `profile:${ask.profile_id}`);
    await client.query(
      `INSERT INTO oauth_token (profile_id, sealed_tokens, brought, scope) VALUES ($1, $2, $3, $4)
       ON CONFLICT (profile_id) DO UPDATE SET
         sealed_tokens = excluded.sealed_tokens, brought = excluded.brought, scope = excluded.scope
       WHERE oauth_token.brought <> excluded.brought`,
      [profile_id, this.sealer.seal(tokens, `profile:${profile_id}`), sha256(ask.sealed_tokens), ask.scope],
    );
    return reply;
  }

  /** The profile that the account has of the same person at the same provider. */
  private async heldFor(client: PoolClient, { account_id, provider_name, subject }: ConnectOauthProfile) {
    const { rows } = await client.query<{ profile_id: string }>(
      `SELECT profile_id FROM profile
       WHERE account_id = $1 AND provider_name = $2 AND username = $3 AND NOT deleted ORDER BY profile_id LIMIT 1`,
      [account_id, provider_name, subject],
    );
    return rows[0]?.profile_id;
  }
}
