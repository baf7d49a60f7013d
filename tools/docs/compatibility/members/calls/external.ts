import { apply, eventOf } from '../../../../../apps/gateway/src/read-model/gateway-database.fixture.js';
import type { Scene } from '../scene.fixture.js';

export const externalUid = 'evt_external_5ba21743f408617d1269ea1e';

/** The user has allowed the application to change events in these calendars that it did not create. */
export const allow = ({ gateway, accountId }: Scene, calendarIds: readonly string[]) =>
  gateway.database.pool.query(
    `INSERT INTO unrestricted_calendar (calendar_id, account_id, allowed_at)
     SELECT calendar_id, $2, now() FROM unnest($1::text[]) AS allowed (calendar_id)`,
    [calendarIds, accountId],
  );

/** An event of the user's own, which the application may change. */
export async function externalEvent(scene: Scene): Promise<void> {
  const { gateway, accountId, calendarId } = scene;
  await allow(scene, [calendarId]);
  await apply(gateway.database.pool, accountId, [eventOf(accountId, calendarId, externalUid)]);
}

/** The call names an event by its event_uid alone. */
export const byUid = { with: { event_id: undefined }, given: externalEvent };
