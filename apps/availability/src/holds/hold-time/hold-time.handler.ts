import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { holdQuery, type Hold, type HoldQuery, type HoldReply } from '@kalends/contracts';
import { intersect } from '@kalends/free-busy';
import { OnRequest } from '@kalends/messaging';
import { inTransaction } from '@kalends/postgres';
import type { Pool, PoolClient } from 'pg';
import { BlockCache } from '../../busy-time/member-time/block-cache.js';
import { loadTime } from '../../busy-time/member-time/load-time.js';
import { mergeTime } from '../../busy-time/member-time/merge.js';
import { clockToken, poolToken, stalenessToken, type Clock } from '../../injection-tokens.js';
import { deleteHold, findHold, lockAndFind, maxHolds, pinHold, saveHold, type HoldRow } from './hold.queries.js';

/** A confirmed hold ends with its event, or ten minutes after its confirmation. */
const pinMs = 10 * 60_000;

type Of<Kind extends HoldQuery['kind']> = Extract<HoldQuery, { kind: Kind }>;
type Conflict = Extract<HoldReply, { outcome: 'conflict' }>['members'];

const toHold = (row: HoldRow): Hold => ({
  hold_id: row.hold_id,
  members: row.members,
  start: row.start_ms,
  end: row.end_ms,
  expires_at: row.expires_ms,
  pinned: row.pinned_ms !== null,
});

const isSame = (row: HoldRow, requested: Of<'place'>) =>
  row.start_ms === requested.start &&
  row.end_ms === requested.end &&
  JSON.stringify(row.members.map(({ sub }) => sub).sort()) ===
    JSON.stringify(requested.members.map(({ sub }) => sub).sort());

/** Holds on people's time. A new one is placed in a transaction that has locked the persons' rows in sorted order. */
@Controller()
export class HoldTimeHandler {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(stalenessToken) private readonly maxStaleness: number,
    @Inject(BlockCache) private readonly cache: BlockCache,
  ) {}

  @OnRequest(holdQuery)
  async hold(@Payload() body: HoldQuery): Promise<HoldReply> {
    if (body.kind === 'place') return inTransaction(this.pool, (client) => this.place(client, body));
    if (body.kind === 'pin') return this.pin(body);
    if (body.kind === 'unpin') return this.unpin(body);
    return this.release(body);
  }

  private async place(client: PoolClient, body: Of<'place'>): Promise<HoldReply> {
    const subs = body.members.map(({ sub }) => sub);
    const existing = await lockAndFind(client, subs, body);
    const now = this.clock();
    if (existing && existing.expires_ms > now) {
      return isSame(existing, body)
        ? { outcome: 'held', repeated: true, hold: toHold(existing) }
        : { outcome: 'different-hold' };
    }
    const members = await this.conflicts(client, body, now);
    if (members.length > 0) return { outcome: 'conflict', members };
    if (existing) await deleteHold(client, body);
    const row = await saveHold(client, body, now);
    if (!row) return { outcome: 'different-hold', full: maxHolds };
    return { outcome: 'held', repeated: false, hold: toHold(row) };
  }

  /** Finds the members who are not free: by their calendars with recent writes, and by other holds. */
  private async conflicts(client: PoolClient, body: Of<'place'>, now: number): Promise<Conflict> {
    const span = { start: body.start, end: body.end };
    const people = body.members.map(({ sub, calendar_ids }) => ({
      sub,
      calendarIds: calendar_ids,
      allCalendars: false,
    }));
    const { busy, holds, unknown } = await loadTime(client, this.cache, {
      people,
      span,
      overlay: body.overlay,
      freshness: { now, maxStaleness: this.maxStaleness },
      ignoredHolds: { client_id: body.client_id, hold_ids: [body.hold_id] },
    });
    const requested = [body.start, body.end];
    const counted = { onlyManaged: false, ignoreTentative: false };
    return people.flatMap(({ sub, calendarIds: own }): Conflict => {
      if (unknown.has(sub)) return [{ sub, reason: 'unknown' }];
      const time = mergeTime(
        own.map((id) => busy.get(id)),
        counted,
      );
      if (intersect(time, requested).length > 0) return [{ sub, reason: 'busy' }];
      return holds.has(sub) ? [{ sub, reason: 'held' }] : [];
    });
  }

  private async pin(body: Of<'pin'>): Promise<HoldReply> {
    const now = this.clock();
    const { calendar_id, event_uid } = body;
    const pinned = await pinHold(this.pool, body, { calendar_id, event_uid, now, expires_ms: now + pinMs });
    if (pinned) return { outcome: 'held', repeated: true, hold: toHold(pinned) };
    return { outcome: (await findHold(this.pool, body)) ? 'expired-hold' : 'unknown-hold' };
  }

  /** The upsert was refused: the hold ends immediately. */
  private async unpin({ client_id, hold_id }: Of<'unpin'>): Promise<HoldReply> {
    await deleteHold(this.pool, { client_id, hold_id });
    return { outcome: 'done' };
  }

  private async release(body: Of<'release'>): Promise<HoldReply> {
    return { outcome: (await deleteHold(this.pool, body)) ? 'done' : 'unknown-hold' };
  }
}
