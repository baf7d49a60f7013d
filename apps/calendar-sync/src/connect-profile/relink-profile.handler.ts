import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { relinkProfile, type RelinkProfile, type RelinkProfileReply } from '@kalends/contracts';
import { Ask } from '@kalends/messaging';
import type { Logger } from '@kalends/service';
import type { Pool } from 'pg';
import type { ProviderOf } from '../provider/providers.js';
import { clockToken, logToken, poolToken, providerOfToken, wakeToken, type Clock, type Wake } from '../providers.js';
import { keepProfile } from '../state/keep-profile.js';
import { findProfile } from '../state/rows.js';
import { tryConnection } from '../state/try-connection.js';
import { addressesAt, caldavRefusals } from './try-caldav.js';

const unknown: RelinkProfileReply = {
  outcome: 'refused',
  refusal: 'unknown-profile',
  description: 'The account has no such profile.',
};

/** Tries another password for a CalDAV profile, at the address and for the user that it has; it keeps all its ids. */
@Controller()
export class RelinkProfileHandler {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(providerOfToken) private readonly providerOf: ProviderOf,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(wakeToken) private readonly wake: Wake,
    @Inject(logToken) private readonly log: Logger,
  ) {}

  @Ask(relinkProfile)
  async relink(@Payload() { account_id, profile_id, sealed_password }: RelinkProfile): Promise<RelinkProfileReply> {
    const held = await findProfile(this.pool, profile_id);
    const isCaldav = held?.provider_name === 'caldav' || held?.provider_name === 'apple';
    if (!held || !isCaldav || held.deleted || held.account_id !== account_id) return unknown;
    const reply = await tryConnection<string[], RelinkProfileReply>(
      { pool: this.pool, log: this.log },
      account_id,
      caldavRefusals,
      (signal) => addressesAt(this.providerOf({ ...held, sealed_password }, signal)),
      async (client, addresses) => {
        const profile = await findProfile(client, profile_id);
        if (!profile || profile.deleted) return unknown;
        const own_addresses = [...new Set([...profile.own_addresses, ...addresses])];
        return keepProfile(client, { ...profile, own_addresses, sealed_password }, this.clock());
      },
    );
    this.wake();
    return reply;
  }
}
