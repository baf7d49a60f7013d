import { createHash } from 'node:crypto';
import type { EventChange } from '@kalends/contracts';
import type { EpochMs } from '@kalends/icalendar';
import { inTransaction } from '@kalends/service';
import type { Pool, PoolClient } from 'pg';
import { changedObject, seriesIn } from '../provider/change-object.js';
import { addCalendar } from '../state/add-calendar.js';
import {
  ProviderError,
  type CalendarProvider,
  type ChangeBatch,
  type ChangesRead,
  type Known,
  type NewCalendar,
  type RemoteCalendar,
  type RemoteEvent,
  type WriteTarget,
} from '../provider/provider.port.js';

interface ObjectRow {
  href: string;
  etag: string;
  object: string | null;
  changed: number;
}

const page = 500;
const etagOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);

function toRemote(row: ObjectRow): RemoteEvent {
  const series = seriesIn(row.object!);
  if (!series) throw new ProviderError('refused', `The stored object ${row.href} cannot be read.`);
  return { href: row.href, etag: row.etag, series };
}

/** The calendar that we keep ourselves, for accounts without another provider: objects in our own tables. */
export class BuiltInProvider implements CalendarProvider {
  constructor(
    private readonly pool: Pool,
    private readonly profile: { accountId: string; profileId: string },
  ) {}

  async calendars(): Promise<RemoteCalendar[]> {
    const { rows } = await this.pool.query<RemoteCalendar & { color: string | null }>(
      `SELECT href, name, readonly, is_primary AS primary, color, tzid FROM calendar
       WHERE profile_id = $1 AND NOT deleted ORDER BY is_primary DESC, href`,
      [this.profile.profileId],
    );
    return rows.map(({ color, ...calendar }) => (color === null ? calendar : { ...calendar, color }));
  }

  /** The row of calendar-sync's own is the calendar; it is published by whoever asked. */
  async createCalendar({ key, name, color, tzid }: NewCalendar): Promise<RemoteCalendar> {
    const { profileId, accountId } = this.profile;
    const calendar_id = `cal_${profileId.slice('pro_'.length)}_${key.slice(0, 16)}`;
    const calendar = { calendar_id, href: calendar_id, name, readonly: false, is_primary: false, color: color ?? null };
    await addCalendar(this.pool, { ...calendar, profile_id: profileId, account_id: accountId, tzid, synced: true });
    const { calendar_id: href } = calendar;
    return { href, name, readonly: false, primary: false, tzid, ...(color === undefined ? {} : { color }) };
  }

  /** Its own are given with the profile. */
  async ownAddresses(): Promise<string[]> {
    return [];
  }

  async changes(
    calendar: RemoteCalendar,
    cursor: string | null,
    _known: Known,
    onBatch: (batch: ChangeBatch) => Promise<void>,
  ): Promise<ChangesRead> {
    const isFull = cursor === null || !/^\d{1,15}$/.test(cursor);
    let from = isFull ? 0 : Number(cursor);
    for (;;) {
      const { rows } = await this.pool.query<ObjectRow>(
        `SELECT href, etag, object, changed FROM built_in_object
         WHERE calendar_href = $1 AND changed > $2 ORDER BY changed LIMIT ${page}`,
        [calendar.href, from],
      );
      const present = rows.filter(({ object }) => object !== null);
      const removed = rows.filter(({ object }) => object === null).map(({ href }) => href);
      if (rows.length > 0) await onBatch({ changed: present.map(toRemote), removed });
      from = rows.at(-1)?.changed ?? from;
      if (rows.length < page) return { kind: isFull ? 'full' : 'delta', cursor: String(from) };
    }
  }

  async upsert(calendar: RemoteCalendar, target: WriteTarget, change: EventChange, now: EpochMs): Promise<RemoteEvent> {
    return inTransaction(this.pool, async (client) => {
      const held = await this.lock(client, calendar, hrefOf(target));
      const object = changedObject(held?.object ?? null, { uid: target.uid, change, now });
      return toRemote(await this.store(client, calendar, hrefOf(target), object));
    });
  }

  async remove(calendar: RemoteCalendar, target: WriteTarget): Promise<void> {
    await inTransaction(this.pool, async (client) => {
      const held = await this.lock(client, calendar, hrefOf(target));
      if (held && held.object !== null) await this.store(client, calendar, held.href, null);
    });
  }

  private async lock(client: PoolClient, calendar: RemoteCalendar, href: string): Promise<ObjectRow | null> {
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 13))', [calendar.href]);
    const { rows } = await client.query<ObjectRow>(
      'SELECT href, etag, object, changed FROM built_in_object WHERE calendar_href = $1 AND href = $2',
      [calendar.href, href],
    );
    return rows[0] ?? null;
  }

  private async store(client: PoolClient, calendar: RemoteCalendar, href: string, object: string | null) {
    const { rows } = await client.query<ObjectRow>(
      `INSERT INTO built_in_object (calendar_href, href, account_id, etag, object, changed)
       VALUES ($1, $2, $3, $4, $5, nextval('built_in_change'))
       ON CONFLICT (calendar_href, href) DO UPDATE SET
         etag = excluded.etag, object = excluded.object, changed = excluded.changed
       RETURNING href, etag, object, changed`,
      [calendar.href, href, this.profile.accountId, object === null ? '' : etagOf(object), object],
    );
    return rows[0]!;
  }
}

const hrefOf = ({ href, uid }: WriteTarget) => href ?? `${uid}.ics`;
