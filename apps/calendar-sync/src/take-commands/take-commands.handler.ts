import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { calendarCommand, calendarState, type CalendarCommand, type WriteEventCommand } from '@kalends/contracts';
import { addToOutbox, message, sqlOf, Tell } from '@kalends/messaging';
import { currentTraceparent, inTransaction, logEvent, type Logger, type Sealer } from '@kalends/service';
import type { Pool, PoolClient } from 'pg';
import { clockToken, logToken, poolToken, sealerToken, wakeToken, type Clock, type Wake } from '../providers.js';
import { uidOf } from '../provider/event-uid.js';
import { addCalendar } from '../state/add-calendar.js';
import { publishCalendar, publishDisconnected, publishProfile } from '../state/publish-connections.js';
import { depart } from '../state/departures.js';
import { forgetOnTopic } from '../state/forget.js';
import { publishEvents } from '../state/publish-events.js';
import { findCalendar, findEvent, findProfile, lockAccount } from '../state/rows.js';

type Of<Kind extends CalendarCommand['kind']> = Extract<CalendarCommand, { kind: Kind }>;

const accountTables = ['refused_write', 'pending_write', 'event', 'built_in_object', 'calendar', 'profile'];

/** Takes what the gateway tells: each command in one transaction with what it publishes; a repeat changes nothing. */
@Controller()
export class TakeCommandsHandler {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(wakeToken) private readonly wake: Wake,
    @Inject(logToken) private readonly log: Logger,
    @Inject(sealerToken) private readonly sealer: Sealer,
  ) {}

  @Tell(calendarCommand)
  async take(@Payload() command: CalendarCommand) {
    await inTransaction(this.pool, async (client) => {
      await lockAccount(client, command.account_id);
      if (command.kind === 'write-event') await this.writeEvent(client, command);
      else if (command.kind === 'create-profile') await this.createProfile(client, command);
      else if (command.kind === 'disconnect-profile') await this.disconnect(client, command);
      else await this.erase(client, command);
    });
    this.wake();
  }

  /** Keeps the write until the provider has it, and publishes what readers are to see meanwhile. */
  private async writeEvent(client: PoolClient, command: WriteEventCommand) {
    const calendar = await findCalendar(client, command.calendar_id);
    if (!calendar || calendar.deleted) return this.writeToNowhere(client, command);
    const profile = (await findProfile(client, calendar.profile_id))!;
    const held = await findEvent(client, command.calendar_id, command.event_uid);
    if (held && held.command >= command.command) return;
    await client.query(
      `INSERT INTO pending_write (calendar_id, event_uid, command, account_id, profile_id, operation, change, accepted_at,
                                  next_attempt_at, traceparent)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, $9) ON CONFLICT DO NOTHING`,
      [
        command.calendar_id,
        command.event_uid,
        command.command,
        command.account_id,
        calendar.profile_id,
        command.operation,
        command.change ? JSON.stringify(command.change) : null,
        command.accepted_at,
        currentTraceparent() ?? null,
      ],
    );
    const update = {
      eventUid: command.event_uid,
      uid: held?.uid ?? uidOf(command.event_uid),
      href: held?.href ?? null,
      etag: held?.etag ?? null,
      series: held?.series ?? null,
      command: command.command,
      ...(command.event_id === undefined ? {} : { eventId: command.event_id }),
    };
    await publishEvents(client, calendar, profile, [update], this.clock());
  }

  /** The calendar has gone since the gateway looked: readers must not go on seeing the write. */
  private async writeToNowhere(client: PoolClient, command: WriteEventCommand) {
    logEvent(this.log, 'write-to-gone-calendar', { calendar_id: command.calendar_id, event_uid: command.event_uid });
    const revision = this.clock();
    const record = {
      kind: 'event' as const,
      account_id: command.account_id,
      calendar_id: command.calendar_id,
      event_uid: command.event_uid,
      revision,
      command: command.command,
      deleted: true,
      changed_at: revision,
      elsewhere_revision: revision,
      floating_tzid: 'Etc/UTC',
      own_addresses: [],
      series: { uid: uidOf(command.event_uid), master: null, overrides: [] },
    };
    await addToOutbox(sqlOf(client), [message(calendarState, record)]);
  }

  private async createProfile(client: PoolClient, command: Of<'create-profile'>) {
    const { account_id, profile_id, calendar } = command;
    const profile = await client.query(
      `INSERT INTO profile (profile_id, account_id, provider_name, profile_name, own_addresses, default_tzid, connected,
                            initial_sync, last_sync, revision)
       VALUES ($1, $2, 'kalends', $3, $4, $5, true, 'done', $6, 0) ON CONFLICT DO NOTHING`,
      [profile_id, account_id, command.profile_name, command.own_addresses, calendar.tzid, this.clock()],
    );
    const isFirst = profile.rowCount === 1;
    const { calendar_id, name, color = null, tzid } = calendar;
    const row = { calendar_id, profile_id, account_id, href: calendar_id, name, readonly: false, is_primary: isFirst };
    if (!(await addCalendar(client, { ...row, color, tzid, synced: true }))) return;
    await publishCalendar(client, (await findCalendar(client, calendar.calendar_id))!, {}, this.clock());
    await publishProfile(client, profile_id, {}, this.clock());
  }

  private async disconnect(client: PoolClient, { profile_id }: Of<'disconnect-profile'>) {
    if (!(await findProfile(client, profile_id))) return;
    const change = { error: 'disconnected by its owner', sealed_password: null };
    await publishDisconnected(client, profile_id, change, this.clock());
    await depart(client, this.sealer, { profile_id }, this.clock());
  }

  /** The topic forgets the account as well: a tombstone for each of its records. */
  private async erase(client: PoolClient, { account_id }: Of<'erase-account'>) {
    await forgetOnTopic(client, account_id);
    await depart(client, this.sealer, { account_id }, this.clock());
    for (const table of accountTables) await client.query(`DELETE FROM ${table} WHERE account_id = $1`, [account_id]);
    logEvent(this.log, 'account-erased', { account_id });
  }
}
