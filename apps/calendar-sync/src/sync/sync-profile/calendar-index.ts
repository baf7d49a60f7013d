import type { Pool, PoolClient } from 'pg';
import type { Known, RemoteEvent } from '@kalends/provider-port/sync';
import type { EventUpdate } from '../../published-state/publish-events.js';

/** A stored event and its object. */
export interface Indexed {
  eventUid: string;
  uid: string;
  href: string;
  etag: string;
}

/** An object without an event of its own. */
interface OtherObject {
  href: string;
  etag: string;
  reason: string;
  eventUid: string | null;
}

/** The stored content of one calendar while it is read. */
export class CalendarIndex {
  private constructor(
    private readonly calendarId: string,
    private readonly byUid: Map<string, Indexed>,
    private readonly others: Map<string, string>,
    /** The position in the settlement sequence at which the read began. */
    private readonly began: number,
  ) {}

  static async load(pool: Pool, calendarId: string): Promise<CalendarIndex> {
    const began = await pool.query<{ at: number }>(`SELECT nextval('settlement') AS at`);
    const events = await pool.query<Indexed>(
      `SELECT event_uid AS "eventUid", uid, href, coalesce(etag, '') AS etag FROM event
       WHERE calendar_id = $1 AND href IS NOT NULL AND series IS NOT NULL`,
      [calendarId],
    );
    const others = await pool.query<OtherObject>('SELECT href, etag FROM other_object WHERE calendar_id = $1', [
      calendarId,
    ]);
    return new CalendarIndex(
      calendarId,
      new Map(events.rows.map((row) => [row.eventUid, row])),
      new Map(others.rows.map(({ href, etag }) => [href, etag])),
      began.rows[0]!.at,
    );
  }

  known(): Known {
    return new Map([...[...this.byUid.values()].map(({ href, etag }) => [href, etag] as const), ...this.others]);
  }

  events(): Indexed[] {
    return [...this.byUid.values()];
  }

  hrefOf(eventUid: string): string | undefined {
    return this.byUid.get(eventUid)?.href;
  }

  claim(eventUid: string, { href, etag, series }: RemoteEvent): void {
    this.byUid.set(eventUid, { eventUid, uid: series.uid, href, etag });
  }

  /** Those of the events that a write has replaced with a different version since the read began. */
  async settledSince(client: PoolClient, updates: readonly EventUpdate[]): Promise<Set<string>> {
    const { rows } = await client.query<{ event_uid: string; etag: string | null }>(
      'SELECT event_uid, etag FROM event WHERE calendar_id = $1 AND settled > $2 AND event_uid = ANY ($3::text[])',
      [this.calendarId, this.began, updates.map(({ eventUid }) => eventUid)],
    );
    const etags = new Map(updates.map(({ eventUid, etag }) => [eventUid, etag]));
    return new Set(rows.filter((row) => row.etag !== etags.get(row.event_uid)).map((row) => row.event_uid));
  }

  async skip(client: PoolClient, objects: readonly OtherObject[]): Promise<void> {
    if (objects.length === 0) return;
    await client.query(
      `INSERT INTO other_object (calendar_id, href, etag, reason, event_uid)
       SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::text[])
       ON CONFLICT (calendar_id, href) DO UPDATE
       SET etag = excluded.etag, reason = excluded.reason, event_uid = excluded.event_uid`,
      [
        this.calendarId,
        objects.map(({ href }) => href),
        objects.map(({ etag }) => etag),
        objects.map(({ reason }) => reason),
        objects.map(({ eventUid }) => eventUid),
      ],
    );
  }

  /** Removes entries of hrefs that are now events, or deleted. */
  async forget(client: PoolClient, hrefs: readonly string[]): Promise<void> {
    const others = hrefs.filter((href) => this.others.has(href));
    if (others.length === 0) return;
    const text = 'DELETE FROM other_object WHERE calendar_id = $1 AND href = ANY ($2::text[])';
    await client.query(text, [this.calendarId, others]);
  }

  /** Number of objects that could not be read. */
  async unreadable(client: PoolClient): Promise<number> {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM other_object WHERE calendar_id = $1 AND reason = 'unreadable'`,
      [this.calendarId],
    );
    return rows[0]!.count;
  }

  otherHrefs(): string[] {
    return [...this.others.keys()];
  }

  /**
   * Deletes the second objects of these events and schedules a full read to fetch them; returns the events that had
   * one.
   */
  async deleteSecondObjects(pool: Pool, eventUids: readonly string[]): Promise<Set<string>> {
    const { rows } = await pool.query<{ event_uid: string }>(
      `WITH forgotten AS (
         DELETE FROM other_object WHERE calendar_id = $1 AND event_uid = ANY ($2::text[]) RETURNING event_uid
       ), asked AS (
         UPDATE calendar SET rereads_wanted = rereads_wanted + 1, ctag = NULL
         WHERE calendar_id = $1 AND EXISTS (SELECT FROM forgotten)
       )
       SELECT event_uid FROM forgotten`,
      [this.calendarId, eventUids],
    );
    return new Set(rows.map(({ event_uid }) => event_uid));
  }
}
