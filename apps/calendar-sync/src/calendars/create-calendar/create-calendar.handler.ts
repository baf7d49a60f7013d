import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { createCalendarQuery, type CreateCalendarQuery, type CreateCalendarReply } from '@kalends/contracts';
import { OnRequest } from '@kalends/messaging';
import { inTransaction } from '@kalends/postgres';
import { logEvent, type Logger } from '@kalends/service-runtime';
import { sha256 } from '@kalends/security';
import type { Pool, PoolClient } from 'pg';
import { ProviderError, type ProviderFailure, type RemoteCalendar } from '@kalends/provider-port/sync';
import type { ProviderOf } from '../../stored-credentials/provider-of.js';
import {
  clockToken,
  logToken,
  poolToken,
  providerOfToken,
  wakeToken,
  type Clock,
  type Wake,
} from '../../injection-tokens.js';
import { findConnectedProfile } from '../../published-state/find-connected-profile.js';
import { maxCalendars, storeCalendar } from '../../published-state/store-calendar.js';
import { calendarRecordOf, publishCalendar } from '../../published-state/publish-connections.js';
import { calendarsOf, findProfile, lockAccount, type ProfileRow } from '../../published-state/rows.js';

type Refused = Extract<CreateCalendarReply, { outcome: 'refused' }>;

const refusals: Record<ProviderFailure, Refused['refusal']> = {
  'authentication-failed': 'not-connected',
  'address-refused': 'not-connected',
  'not-a-provider': 'refused',
  refused: 'refused',
  'calendar-gone': 'refused',
  'identity-not-proved': 'refused',
  unavailable: 'unavailable',
};

/**
 * Shorter than the request's own deadline, to distinguish a provider that does not answer from Kalends not answering.
 */
const deadlineMs = 12_000;

const refuse = (refusal: Refused['refusal'], description: string): Refused => ({
  outcome: 'refused',
  refusal,
  description,
});

/**
 * Creates a calendar at a profile's provider and stores it. The creation key is derived from profile and name, so a
 * repeated request (the reply was lost, or the process died in between) finds the existing calendar.
 */
@Controller()
export class CreateCalendarHandler {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(providerOfToken) private readonly providerOf: ProviderOf,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(wakeToken) private readonly wake: Wake,
    @Inject(logToken) private readonly log: Logger,
  ) {}

  @OnRequest(createCalendarQuery)
  async create(@Payload() request: CreateCalendarQuery): Promise<CreateCalendarReply> {
    const { account_id, profile_id, name, color, tzid } = request;
    const profile = await findConnectedProfile(this.pool, { account_id, profile_id });
    if ('refusal' in profile) return refuse(profile.refusal, profile.description);
    let remote: RemoteCalendar;
    try {
      const newCalendar = {
        key: sha256(`${profile_id}\n${name}`),
        name,
        tzid,
        ...(color === undefined ? {} : { color }),
      };
      remote = await this.providerOf(profile, 'write', AbortSignal.timeout(deadlineMs)).createCalendar(newCalendar);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      logEvent(this.log, 'calendar.creation_refused', { profile_id, failure: error.failure });
      return refuse(refusals[error.failure], error.message);
    }
    const reply = await inTransaction(this.pool, (client) => this.store(client, profile, remote));
    logEvent(this.log, 'calendar.created', { profile_id, provider_name: profile.provider_name });
    this.wake();
    return reply;
  }

  /**
   * Published with a grace period and read immediately: until the first read, readers cannot know that the calendar is
   * empty.
   */
  private async store(client: PoolClient, profile: ProfileRow, remote: RemoteCalendar): Promise<CreateCalendarReply> {
    const now = this.clock();
    await lockAccount(client, profile.account_id);
    const current = await findProfile(client, profile.profile_id);
    if (!current) return refuse('unknown-profile', 'The account was deleted.');
    if (current.revoked_at !== null) return refuse('not-connected', 'Access to the profile has just been revoked.');
    const stored = await calendarsOf(client, profile.profile_id);
    const known = stored.find(({ href }) => href === remote.href);
    if (!known && stored.filter(({ deleted }) => !deleted).length >= maxCalendars)
      return refuse('refused', `The calendar was created, but ${maxCalendars} others of the profile are read already.`);
    const row = known ?? (await storeCalendar(client, profile, remote));
    const change = { name: remote.name, readonly: remote.readonly, color: remote.color ?? null, deleted: false };
    const published = await publishCalendar({ client, now }, row, { ...change, made_at: now });
    await client.query(
      'UPDATE profile SET notified = notified + 1, next_sync_at = least(next_sync_at, $2::bigint), polled_at = 0 WHERE profile_id = $1 AND next_sync_at IS NOT NULL',
      [profile.profile_id, now],
    );
    return { outcome: 'created', calendar: calendarRecordOf(published, profile.own_addresses) };
  }
}
