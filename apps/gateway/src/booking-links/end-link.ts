import type { Sql } from '@kalends/messaging';
import { invalidField, notFound } from '../http/refusals.js';

const completed = () =>
  invalidField('display_message', 'completed', 'a time is booked, or is just being booked, on this link');

/** Ends a link on which nobody has picked a time, or changes its message; throws 404 and 422. Returns the state before. */
export async function endLink(
  db: Sql,
  { linkId, clientId }: { linkId: string; clientId: string },
  message: string,
): Promise<{ status: string; display_message: string | null }> {
  const [before] = await db.query<{ status: string; display_message: string | null }>(
    'SELECT status, display_message FROM booking_link WHERE link_id = $1 AND client_id = $2 FOR UPDATE',
    [linkId, clientId],
  );
  if (!before) throw notFound('booking link');
  if (before.status !== 'open' && before.status !== 'disabled') throw completed();
  await db.query("UPDATE booking_link SET status = 'disabled', display_message = $2 WHERE link_id = $1", [
    linkId,
    message,
  ]);
  return before;
}
