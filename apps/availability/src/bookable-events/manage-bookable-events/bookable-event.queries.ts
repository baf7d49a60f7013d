import type { BookableEvent, BookableEventQuery, BookableEventReply } from '@kalends/contracts';
import type { Pool, PoolClient } from 'pg';

type Of<Kind extends BookableEventQuery['kind']> = Extract<BookableEventQuery, { kind: Kind }>;
type Key = Pick<Of<'read'>, 'client_id' | 'bookable_event_id'>;
type Registration = Extract<BookableEventReply, { outcome: 'event' }>['registrations'][number];
type Database = Pick<Pool | PoolClient, 'query'>;

interface EventRow extends Omit<BookableEvent, 'start' | 'end'> {
  start_ms: number;
  end_ms: number;
}

const columns = 'bookable_event_id, start_ms, end_ms, status, capacity, registered_count, total_count';

const eventOf = ({ start_ms: start, end_ms: end, ...rest }: EventRow): BookableEvent => ({ ...rest, start, end });

/** Most bookable events of an application; those that ended a year ago are erased. */
export const maxBookableEvents = 100_000;

/**
 * Creates an event, or replaces it unless more are accepted than the new capacity; null: so it was, or the application has as
 * many as it may have. The caller has locked its creations ({@link creationLock}).
 */
export async function saveEvent(db: Database, body: Of<'upsert'>): Promise<BookableEvent | null> {
  const { rows } = await db.query<EventRow>({
    name: 'save-bookable-event',
    text: `INSERT INTO bookable_event AS present (client_id, bookable_event_id, start_ms, end_ms, status, capacity)
           SELECT $1::text, $2::text, $3::bigint, $4::bigint, $5::text, $6::int
           WHERE EXISTS (SELECT FROM bookable_event WHERE client_id = $1 AND bookable_event_id = $2)
              OR (SELECT count(*) FROM bookable_event WHERE client_id = $1) < ${maxBookableEvents}
           ON CONFLICT (client_id, bookable_event_id) DO UPDATE
             SET start_ms = excluded.start_ms, end_ms = excluded.end_ms, status = excluded.status,
                 capacity = excluded.capacity
             WHERE present.registered_count <= coalesce(excluded.capacity, present.registered_count)
           RETURNING ${columns}`,
    values: [body.client_id, body.bookable_event_id, body.start, body.end, body.status, body.capacity],
  });
  return rows[0] ? eventOf(rows[0]) : null;
}

/** The event; null if there is none. `lock`: nobody else changes its registrations until the transaction ends. */
export async function findEvent(db: Database, key: Key, lock = false): Promise<BookableEvent | null> {
  const { rows } = await db.query<EventRow>({
    name: lock ? 'lock-bookable-event' : 'find-bookable-event',
    text: `SELECT ${columns} FROM bookable_event WHERE client_id = $1 AND bookable_event_id = $2 ${lock ? 'FOR UPDATE' : ''}`,
    values: [key.client_id, key.bookable_event_id],
  });
  return rows[0] ? eventOf(rows[0]) : null;
}

export async function findEvents(
  db: Database,
  { client_id, bookable_event_ids }: Of<'list'>,
): Promise<BookableEvent[]> {
  const { rows } = await db.query<EventRow>({
    name: 'find-bookable-events',
    text: `SELECT ${columns} FROM bookable_event WHERE client_id = $1 AND bookable_event_id = ANY ($2)`,
    values: [client_id, bookable_event_ids],
  });
  return rows.map(eventOf);
}

export async function findStatus(
  client: PoolClient,
  { client_id, bookable_event_id, registration_id }: Key & { registration_id: string },
): Promise<Registration['status'] | null> {
  const { rows } = await client.query<Pick<Registration, 'status'>>({
    name: 'find-registration',
    text: `SELECT status FROM registration
           WHERE client_id = $1 AND bookable_event_id = $2 AND registration_id = $3`,
    values: [client_id, bookable_event_id, registration_id],
  });
  return rows[0]?.status ?? null;
}

/** Writes a registration and the counts of its event, which is locked; returns the event with these counts. */
export async function saveRegistration(client: PoolClient, body: Of<'register'>): Promise<BookableEvent> {
  const { rows } = await client.query<EventRow>({
    name: 'save-registration',
    text: `WITH previous AS (
             SELECT status FROM registration
             WHERE client_id = $1 AND bookable_event_id = $2 AND registration_id = $3
           ), counted AS (
             UPDATE bookable_event
             SET registered_count = registered_count + ($4 = 'accepted')::int
                   - (SELECT count(*) FROM previous WHERE status = 'accepted'),
                 total_count = total_count + 1 - (SELECT count(*) FROM previous),
                 last_place = last_place + 1
             WHERE client_id = $1 AND bookable_event_id = $2
             RETURNING ${columns}, last_place
           ), saved AS (
             INSERT INTO registration AS present (client_id, bookable_event_id, registration_id, place, status, metadata)
             SELECT $1, $2, $3, last_place, $4, coalesce($5::jsonb, '[]') FROM counted
             ON CONFLICT (client_id, bookable_event_id, registration_id) DO UPDATE
               SET status = excluded.status, metadata = coalesce($5::jsonb, present.metadata))
           SELECT ${columns} FROM counted`,
    values: [
      body.client_id,
      body.bookable_event_id,
      body.registration_id,
      body.status,
      body.metadata ? JSON.stringify(body.metadata) : null,
    ],
  });
  return eventOf(rows[0]!);
}

/** Deletes a registration, if there is one, of an event that is locked; returns the event with its counts. */
export async function deleteRegistration(client: PoolClient, body: Of<'remove-registration'>): Promise<BookableEvent> {
  const { rows } = await client.query<EventRow>({
    name: 'delete-registration',
    text: `WITH gone AS (
             DELETE FROM registration WHERE client_id = $1 AND bookable_event_id = $2 AND registration_id = $3
             RETURNING status)
           UPDATE bookable_event
           SET registered_count = registered_count - (SELECT count(*) FROM gone WHERE status = 'accepted'),
               total_count = total_count - (SELECT count(*) FROM gone)
           WHERE client_id = $1 AND bookable_event_id = $2
           RETURNING ${columns}`,
    values: [body.client_id, body.bookable_event_id, body.registration_id],
  });
  return eventOf(rows[0]!);
}

/** Registrations after a place, at most `limit`, and the place after which the next page begins; null: there is none. */
export async function readRegistrations(
  db: Database,
  { client_id, bookable_event_id, after, limit }: Omit<Of<'read'>, 'kind'>,
): Promise<{ registrations: Registration[]; next: number | null }> {
  const { rows } = await db.query<Registration & { place: number }>({
    name: 'read-registrations',
    text: `SELECT registration_id, status, metadata, place FROM registration
           WHERE client_id = $1 AND bookable_event_id = $2 AND place > $3 ORDER BY place LIMIT $4`,
    values: [client_id, bookable_event_id, after, limit + 1],
  });
  const page = rows.slice(0, limit);
  const registrations = page.map(({ registration_id, status, metadata }) => ({ registration_id, status, metadata }));
  return { registrations, next: rows.length > limit ? page.at(-1)!.place : null };
}
