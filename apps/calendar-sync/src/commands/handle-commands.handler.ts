import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { calendarCommand, type CalendarCommand, type WriteEventCommand } from '@kalends/contracts';
import { eraseDeadLetters, Unhandled, sqlOf, OnMessageBatch, type Delivered } from '@kalends/messaging';
import { GroupCommit, inTransaction } from '@kalends/postgres';
import { logEvent, traceparentFor, withRequestFields, type Logger } from '@kalends/service-runtime';
import type { Sealer } from '@kalends/security';
import type { Pool, PoolClient } from 'pg';
import { clockToken, logToken, poolToken, sealerToken, wakeToken, type Clock, type Wake } from '../injection-tokens.js';
import { addCalendar } from '../published-state/add-calendar.js';
import { publishCalendar, publishDisconnected, publishProfile } from '../published-state/publish-connections.js';
import { endAccess, endReasons } from '../published-state/end-access.js';
import { storePendingRevocations } from '../published-state/pending-revocations.js';
import { recordErased } from '../published-state/erased-accounts.js';
import { addTombstones } from '../published-state/add-tombstones.js';
import { publishStaged } from '../published-state/publish-staged.js';
import { findCalendar, findProfile, lockAccount } from '../published-state/rows.js';
import { removeStaged } from '../published-state/staged-profiles.js';
import { commandStore } from './command-store.js';
import type { EventWrite, WriteOutcome } from './write-events.js';
import type { Written } from './written-events.queries.js';

type CommandOf<Kind extends CalendarCommand['kind']> = Extract<CalendarCommand, { kind: Kind }>;

type OtherCommand = Exclude<CalendarCommand, WriteEventCommand>;

function lanesOf(batch: readonly Delivered<CalendarCommand>[]): Map<string, Delivered<CalendarCommand>[]> {
  const lanes = new Map<string, Delivered<CalendarCommand>[]>();
  for (const one of batch) lanes.set(one.context.lane, [...(lanes.get(one.context.lane) ?? []), one]);
  return lanes;
}

/** Maximum number of writes that share a transaction: each may load a large event. */
const maxWrites = 32;

const isWrite = (one: Delivered<CalendarCommand>): one is Delivered<WriteEventCommand> =>
  one.body.kind === 'write-event';

const accountTables = ['refused_write', 'pending_write', 'event', 'calendar', 'profile', 'account_access'];

/**
 * Handles the gateway's commands: each command in one transaction with what it publishes, writes of several accounts in
 * the same one. A redelivery changes nothing.
 */
@Controller()
export class CommandsHandler {
  private readonly groups: GroupCommit<EventWrite, Map<string, Written>, WriteOutcome>;

  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(wakeToken) private readonly wake: Wake,
    @Inject(logToken) private readonly log: Logger,
    @Inject(sealerToken) private readonly sealer: Sealer,
  ) {
    this.groups = new GroupCommit(pool, commandStore(clock), maxWrites);
  }

  /** Commands that failed, whose account is locked, or that are not writes are redelivered. */
  @OnMessageBatch(calendarCommand)
  async handle(@Payload() batch: Delivered<CalendarCommand>[]): Promise<Unhandled | void> {
    if (batch[0]?.context.alone) return this.handleAlone(batch);
    const remaining = new Set<string>();
    const handleLane = async ([lane, commands]: [string, Delivered<CalendarCommand>[]]) => {
      // the failure is reported if it recurs on redelivery
      if (!(await this.handleLane(commands).catch(() => false))) remaining.add(lane);
    };
    await Promise.all([...lanesOf(batch)].map(handleLane));
    return remaining.size > 0 ? new Unhandled(remaining) : undefined;
  }

  /**
   * False when some commands remain to be handled; those already handled are redelivered as well, and change nothing.
   */
  private async handleLane(commands: readonly Delivered<CalendarCommand>[]): Promise<boolean> {
    const writes = commands.filter(isWrite);
    if (writes.length < commands.length) return false;
    for (let at = 0; at < writes.length; at += maxWrites) {
      if (!(await this.handleWrites(writes.slice(at, at + maxWrites)))) return false;
    }
    return true;
  }

  /** Commands of one account, in order; waits while another session has locked it. A failure is thrown. */
  private async handleAlone(commands: readonly Delivered<CalendarCommand>[]): Promise<void> {
    for (let at = 0; at < commands.length;) {
      const next = commands.slice(at, at + maxWrites);
      const firstOther = next.findIndex((delivered) => !isWrite(delivered));
      const writes = (firstOther < 0 ? next : next.slice(0, firstOther)).filter(isWrite);
      if (writes.length > 0) await this.handleWrites(writes, { alone: true });
      else await this.handleOther(next[0]!.body as OtherCommand);
      at += Math.max(1, writes.length);
    }
  }

  private async handleOther(command: OtherCommand): Promise<void> {
    const run = (client: PoolClient): Promise<void> => {
      if (command.kind === 'create-profile') return this.createProfile(client, command);
      if (command.kind === 'disconnect-profile') return this.disconnect(client, command);
      return this.erase(client, command);
    };
    await inTransaction(this.pool, run, { first: (client) => lockAccount(client, command.account_id) });
    this.wake('workers');
  }

  /** False when another replica has locked the account. A write to the built-in provider leaves no work for workers. */
  private async handleWrites(
    batch: readonly Delivered<WriteEventCommand>[],
    { alone } = { alone: false },
  ): Promise<boolean> {
    const writes = batch.map(({ body, context }) => ({
      command: body,
      traceparent: traceparentFor(context.traceparent),
      requestId: context.requestFields?.request_id,
    }));
    const request = { accountId: batch[0]!.body.account_id, writes };
    const outcomes = await (alone
      ? this.groups.store(request, { apart: true })
      : this.groups.storeUnlessLocked(request));
    outcomes?.forEach((outcome, index) => this.logWrite(batch[index]!, outcome));
    if (outcomes) this.wake(outcomes.every((outcome) => outcome === 'applied') ? 'outbox' : 'workers');
    return outcomes !== undefined;
  }

  /** With the id of its own request, as a transaction has writes of several. */
  private logWrite({ body, context }: Delivered<WriteEventCommand>, outcome: WriteOutcome): void {
    const { calendar_id, event_uid, operation } = body;
    withRequestFields(context.requestFields, () => {
      if (outcome === 'applied') logEvent(this.log, 'write.applied', { calendar_id, event_uid, operation });
      if (outcome === 'discarded') logEvent(this.log, 'write.discarded', { calendar_id, event_uid });
    });
  }

  private async createProfile(client: PoolClient, command: CommandOf<'create-profile'>) {
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
    const at = { client, now: this.clock() };
    await publishCalendar(at, (await findCalendar(client, calendar.calendar_id))!, {});
    await publishProfile(at, profile_id, {});
  }

  private async disconnect(client: PoolClient, { account_id, profile_id }: CommandOf<'disconnect-profile'>) {
    const target = { account_id, profile_id };
    const profile = (await findProfile(client, profile_id)) ?? (await this.publishedNow(client, target));
    if (!profile) return;
    const now = this.clock();
    if (profile.provider_name === 'kalends') return publishDisconnected({ client, now }, profile_id, endReasons.owner);
    await endAccess(client, { profile_id }, { reason: 'owner', sealer: this.sealer, now });
  }

  /**
   * A profile that was just allowed may still be staged: that message arrives on another topic, which may be slower.
   */
  private async publishedNow(client: PoolClient, target: { account_id: string; profile_id: string }) {
    const staged = await removeStaged(client, target.profile_id);
    if (staged) await publishStaged(client, staged, { target, sealer: this.sealer, now: this.clock() });
    return findProfile(client, target.profile_id);
  }

  /** The topic forgets the account as well: each of its records gets a tombstone. */
  private async erase(client: PoolClient, { account_id }: CommandOf<'erase-account'>) {
    await addTombstones(client, { account_id });
    const now = this.clock();
    await storePendingRevocations(client, { account_id }, { sealer: this.sealer, now });
    await recordErased(client, account_id, now);
    for (const table of accountTables) await client.query(`DELETE FROM ${table} WHERE account_id = $1`, [account_id]);
    await eraseDeadLetters(sqlOf(client), [account_id]);
    logEvent(this.log, 'account.erased', { account_id });
  }
}
