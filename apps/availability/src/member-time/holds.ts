import type { Period, Periods } from '@kalends/free-busy';
import type { Queryable } from './known.js';
import { merged } from './merge.js';

/** A pinned hold ends with its event, or ten minutes after its pin. */
export const pinMs = 10 * 60_000;

interface Row {
  sub: string;
  start_ms: number;
  end_ms: number;
}

const sql = `
  SELECT sub, member.start_ms, member.end_ms FROM hold_member AS member JOIN hold USING (client_id, hold_id)
  WHERE sub = ANY($1) AND member.start_ms < $3 AND member.end_ms > $2 AND expires_ms > $4
    AND NOT (hold.client_id = $5 AND hold.hold_id = $6)`;

/** Time that holds take, by sub; an expired one takes none. `but`: a hold that is left out. `now`: epoch ms. */
export async function loadHeld(
  db: Queryable,
  subs: readonly string[],
  span: Period,
  now: number,
  but: { client_id: string; hold_id: string } = { client_id: '', hold_id: '' },
): Promise<Map<string, Periods>> {
  const values = [subs, span.start, span.end, now, but.client_id, but.hold_id];
  const { rows } = await db.query<Row>({ name: 'load-holds', text: sql, values });
  const bySub = new Map<string, { starts: number[]; ends: number[] }>();
  for (const { sub, start_ms, end_ms } of rows) {
    const held = bySub.get(sub) ?? { starts: [], ends: [] };
    held.starts.push(start_ms);
    held.ends.push(end_ms);
    bySub.set(sub, held);
  }
  return new Map([...bySub].map(([sub, { starts, ends }]) => [sub, merged(starts, ends)]));
}
