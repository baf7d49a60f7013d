import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { connectProfile, type ConnectProfile, type ConnectProfileReply } from '@kalends/contracts';
import { Ask } from '@kalends/messaging';
import { inTransaction, logEvent, type Logger } from '@kalends/service';
import type { Pool } from 'pg';
import { ProviderError, type ProviderFailure } from '../provider/provider.port.js';
import type { ProviderOf } from '../provider/providers.js';
import { clockToken, logToken, poolToken, providerOfToken, wakeToken, type Clock, type Wake } from '../providers.js';
import { keepProfile, newProfile } from '../state/keep-profile.js';
import { lockAccount, type ProfileRow } from '../state/rows.js';

type Refused = Extract<ConnectProfileReply, { outcome: 'refused' }>;

const refusals: Record<ProviderFailure, Refused['refusal']> = {
  'authentication-failed': 'authentication-failed',
  'address-refused': 'address-refused',
  'not-a-provider': 'not-a-caldav-server',
  unavailable: 'address-unreachable',
  refused: 'not-a-caldav-server',
  'calendar-gone': 'not-a-caldav-server',
};

/** Below the ask's own deadline, so that a server that does not answer is told apart from us not answering. */
const deadlineMs = 10_000;

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
    try {
      const provider = this.providerOf(profile, AbortSignal.timeout(deadlineMs));
      await provider.calendars();
      profile.own_addresses = [...new Set([...profile.own_addresses, ...(await provider.ownAddresses())])];
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      logEvent(this.log, 'profile-refused', { account_id: ask.account_id, failure: error.failure });
      return { outcome: 'refused', refusal: refusals[error.failure], description: error.message };
    }
    const reply = await inTransaction(this.pool, async (client) => {
      await lockAccount(client, profile.account_id);
      return keepProfile(client, profile, this.clock());
    });
    this.wake();
    return reply;
  }
}
