import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { stageProfile, type StageProfile, type StageProfileReply } from '@kalends/contracts';
import { accountKindOf, isPublished } from '@kalends/provider-registry';
import { OnRequest } from '@kalends/messaging';
import { sha256 } from '@kalends/security';
import type { Logger } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import type { ConnectionOf, ProviderOf } from '../../stored-credentials/provider-of.js';
import {
  clockToken,
  connectionOfToken,
  logToken,
  poolToken,
  providerOfToken,
  type Clock,
} from '../../injection-tokens.js';
import { newProfile } from '../../published-state/store-profile.js';
import { findProfile, type ProfileRow } from '../../published-state/rows.js';
import { stage } from '../../published-state/staged-profiles.js';
import { tryConnection, type Refused, type Refusals } from '../../published-state/try-connection.js';
import {
  caldavRefusals,
  hasPassword,
  isAnotherUser,
  inspectCaldav,
  provesEarlier,
  readAccount,
  type Credentials,
} from './inspect-caldav.js';

const isAddress = (text: string) => /^[^\s@]+@[^\s@]+$/.test(text);
const isHttp = (url: string) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

const oauthRefusals: Refusals = {
  'authentication-failed': 'authentication-failed',
  'address-refused': 'address-refused',
  'not-a-provider': 'address-unreachable',
  unavailable: 'address-unreachable',
  refused: 'authentication-failed',
  'calendar-gone': 'address-unreachable',
  'identity-not-proved': 'authentication-failed',
};

const refused = (refusal: Refused['refusal'], description: string): Refused => ({
  outcome: 'refused',
  refusal,
  description,
});

const stated = (time_zone: string | null) => (time_zone === null ? {} : { time_zone });

const anotherUser = (stored: ProfileRow): string =>
  isPublished(stored)
    ? 'This is the address of another calendar. Connect it as a calendar of its own.'
    : 'The server reports a different user than before.';

/** Profiles that exist before the new password. */
interface Before {
  /** A profile that may belong to the same user; the reply reports whether it does. */
  earlier: ProfileRow | null;
  /** The profile whose password is replaced; absent: the profile is new. */
  stored?: ProfileRow;
}

/** Tries credentials and stages them; `settle-profile` decides what an application gets to see. */
@Controller()
export class StageProfileHandler {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(providerOfToken) private readonly providerOf: ProviderOf,
    @Inject(connectionOfToken) private readonly connectionOf: ConnectionOf,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(logToken) private readonly log: Logger,
  ) {}

  @OnRequest(stageProfile)
  async stage(@Payload() request: StageProfile): Promise<StageProfileReply> {
    const { credentials } = request;
    if (credentials.kind === 'oauth') return this.stageConsent(request, credentials);
    if (credentials.kind === 'another-password') return this.stageAnotherPassword(request, credentials);
    const { provider_name, username, sealed_password } = credentials;
    const url = credentials.url ?? accountKindOf(provider_name)?.form?.address ?? '';
    const own_addresses = isAddress(username) ? [username.toLowerCase()] : [];
    const known = { provider_name, profile_name: username, url, username, sealed_password, own_addresses };
    const earlierId = credentials.earlier_profile_id;
    const earlier = earlierId === undefined ? null : await findProfile(this.pool, earlierId);
    return this.stagePassword(request, known, { earlier });
  }

  private async stageAnotherPassword(request: StageProfile, credentials: Credentials<'another-password'>) {
    const { account_id, stored_profile_id, sealed_password } = credentials;
    const stored = await findProfile(this.pool, stored_profile_id);
    if (!stored || !hasPassword(stored) || stored.deleted || stored.account_id !== account_id)
      return refused('unknown-profile', 'The account has no such profile.');
    const { provider_name, profile_name, url, username, own_addresses } = stored;
    const known = { provider_name, profile_name, url: url!, username: username!, sealed_password, own_addresses };
    return this.stagePassword(request, known, { earlier: null, stored });
  }

  private async stagePassword(
    { profile_id, default_tzid }: StageProfile,
    known: Pick<ProfileRow, 'provider_name' | 'profile_name' | 'sealed_password' | 'own_addresses'> & {
      url: string;
      username: string;
    },
    { earlier, stored }: Before,
  ): Promise<StageProfileReply> {
    const { url, own_addresses } = known;
    if (!isHttp(url))
      return refused('address-refused', 'The address of a CalDAV server must begin with https:// or http://.');
    const profile = newProfile({ profile_id, account_id: '', default_tzid, ...known });
    const found = await tryConnection({ log: this.log, profile_id, refusals: caldavRefusals }, async (signal) => {
      const findings = await inspectCaldav(this.providerOf(profile, 'write', signal));
      const dependencies = { providerOf: this.providerOf, signal };
      return {
        ...findings,
        earlierProved: await provesEarlier(dependencies, earlier, findings.identity),
      };
    });
    if ('outcome' in found) return found;
    const { identity, calendarNames, ownAddresses, earlierProved, timeZone } = found;
    if (stored && isAnotherUser(stored, identity)) return refused('another-user', anotherUser(stored));
    const row = {
      profile_id,
      default_tzid,
      ...known,
      sealed_tokens: null,
      brought: null,
      scope: [],
      less_granted: false,
      own_addresses: [...new Set([...own_addresses, ...ownAddresses])],
      identity_origin: identity.origin,
      identity_principal: identity.principal,
    };
    await stage(this.pool, row, this.clock());
    return {
      outcome: 'staged',
      provider_name: known.provider_name,
      profile_name: known.profile_name,
      identity,
      earlier_profile_proved: earlierProved,
      calendar_names: calendarNames,
      ...stated(timeZone),
    };
  }

  private async stageConsent(
    { profile_id, default_tzid }: StageProfile,
    credentials: Credentials<'oauth'>,
  ): Promise<StageProfileReply> {
    const { provider_name, profile_name, subject: username, sealed_tokens, scope } = credentials;
    const { less_granted = false } = credentials;
    const connection = { profile_id, provider_name, sealed_tokens, scope };
    const found = await tryConnection({ log: this.log, profile_id, refusals: oauthRefusals }, (signal) =>
      readAccount(this.connectionOf(connection, signal)),
    );
    if ('outcome' in found) return found;
    const { ownAddresses: own_addresses, calendarNames, timeZone } = found;
    const tokens = { sealed_password: null, sealed_tokens, brought: sha256(sealed_tokens), scope, less_granted };
    const noIdentity = { url: null, identity_origin: null, identity_principal: null };
    const known = { profile_id, provider_name, profile_name, username, own_addresses, default_tzid };
    await stage(this.pool, { ...known, ...tokens, ...noIdentity }, this.clock());
    return {
      outcome: 'staged',
      provider_name,
      profile_name,
      earlier_profile_proved: false,
      calendar_names: calendarNames,
      ...stated(timeZone),
    };
  }
}
