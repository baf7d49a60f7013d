import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { connectProfile, type ConnectProfile, type ConnectProfileReply } from '@kalends/contracts';
import { Ask } from '@kalends/messaging';
import type { Logger } from '@kalends/service';
import type { Pool } from 'pg';
import type { ProviderOf } from '../provider/providers.js';
import { clockToken, logToken, poolToken, providerOfToken, wakeToken, type Clock, type Wake } from '../providers.js';
import { keepProfile, newProfile } from '../state/keep-profile.js';
import type { ProfileRow } from '../state/rows.js';
import { tryConnection } from '../state/try-connection.js';
import { addressesAt, caldavRefusals } from './try-caldav.js';

const appleAddress = 'https://caldav.icloud.com/';
const isAddress = (text: string) => /^[^\s@]+@[^\s@]+$/.test(text);

const candidate = (ask: ConnectProfile): ProfileRow =>
  newProfile({
    profile_id: ask.profile_id,
    account_id: ask.account_id,
    provider_name: ask.provider_name,
    profile_name: ask.username,
    url: ask.url ?? appleAddress,
    username: ask.username,
    sealed_password: ask.sealed_password,
    own_addresses: isAddress(ask.username) ? [ask.username.toLowerCase()] : [],
    default_tzid: ask.default_tzid,
  });

/** Tries a CalDAV account before it is kept; a profile that is kept already is relinked and keeps its ids. */
@Controller()
export class ConnectProfileHandler {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(providerOfToken) private readonly providerOf: ProviderOf,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(wakeToken) private readonly wake: Wake,
    @Inject(logToken) private readonly log: Logger,
  ) {}

  @Ask(connectProfile)
  async connect(@Payload() ask: ConnectProfile): Promise<ConnectProfileReply> {
    const profile = candidate(ask);
    const reply = await tryConnection(
      { pool: this.pool, log: this.log },
      ask.account_id,
      caldavRefusals,
      (signal) => addressesAt(this.providerOf(profile, signal)),
      (client, addresses) => {
        const own_addresses = [...new Set([...profile.own_addresses, ...addresses])];
        return keepProfile(client, { ...profile, own_addresses }, this.clock());
      },
    );
    this.wake();
    return reply;
  }
}
