import { apply, eventOf } from '../../../../../apps/gateway/src/read-model/gateway-database.fixture.js';
import type { Scene } from '../scene.fixture.js';
import { honoured, ignored, type CallCase } from '../verdict.js';
import { byUid, externalUid } from './external.js';
import { ofInstance } from './write-events.js';

const at = { start: '2026-11-20T15:00:00Z', end: '2026-11-20T16:00:00Z' };
const reads = () => ['/v1/events?tzid=Etc/UTC'];
const token = (scene: Scene) => scene.token;
const eventsPath = ({ calendarId }: Scene) => `/v1/calendars/${calendarId}/events`;

/** Managed events `one` and `two`, and `three` in the other calendar. */
async function threeEvents({ gateway, token: own, calendarId, otherCalendarId }: Scene) {
  const places = [calendarId, calendarId, otherCalendarId];
  for (const [index, event_id] of ['one', 'two', 'three'].entries()) {
    // reads are ordered by start
    const hour = 15 + index;
    const body = { event_id, summary: event_id, start: `2026-11-20T${hour}:00:00Z`, end: `2026-11-20T${hour}:30:00Z` };
    await gateway.call('POST', `/v1/calendars/${places[index]!}/events`, { token: own, body });
  }
}

/** An invitation from somebody else. */
function invitation({ gateway, accountId, calendarId }: Scene) {
  const event = eventOf(accountId, calendarId, externalUid, { own_addresses: ['ada@example.com'] });
  event.series.master!.attendees = [{ email: 'ada@example.com', status: 'needs_action' }];
  return apply(gateway.database.pool, accountId, [event]);
}

const entry = (scene: Scene) => ({
  method: 'POST',
  relative_url: eventsPath(scene),
  data: { event_id: 'one', summary: 'One', ...at },
});

export const otherWrites: Record<string, CallCase> = {
  'DELETE /v1/calendars/{}/events': {
    input: 'body',
    path: eventsPath,
    token,
    base: () => ({ event_id: 'one' }),
    prepare: threeEvents,
    reads,
    members: {
      event_id: honoured('two', 'one'),
      event_uid: honoured(externalUid, undefined, byUid),
      apply_to: honoured('instance', 'series', ofInstance),
      include_userinfo: ignored(
        'a setting of the whole client, which this call does not have: its answer is empty',
        true,
      ),
    },
  },
  'DELETE /v1/events': {
    input: 'body',
    path: () => '/v1/events',
    token,
    base: ({ calendarId }) => ({ calendar_ids: [calendarId] }),
    prepare: threeEvents,
    reads,
    members: {
      delete_all: honoured(true, undefined, { with: { calendar_ids: undefined } }),
      'calendar_ids[]': honoured(
        (scene: Scene) => scene.otherCalendarId,
        (scene: Scene) => scene.calendarId,
      ),
    },
  },
  'POST /v1/calendars/{}/events/{}/participation_status': {
    input: 'body',
    path: (scene) => `${eventsPath(scene)}/${externalUid}/participation_status`,
    token,
    base: () => ({ status: 'accepted' }),
    prepare: invitation,
    reads,
    members: { status: honoured('declined', 'accepted') },
  },
  'POST /v1/batch': {
    input: 'body',
    path: () => '/v1/batch',
    token,
    base: (scene) => ({ batch: [entry(scene)] }),
    prepare: threeEvents,
    reads,
    members: {
      'batch[].method': honoured('DELETE', 'POST'),
      'batch[].relative_url': honoured(
        ({ otherCalendarId }: Scene) => `/v1/calendars/${otherCalendarId}/events`,
        eventsPath,
      ),
      'batch[].data': honoured(
        { event_id: 'one', summary: 'Other', ...at },
        { event_id: 'one', summary: 'One', ...at },
      ),
    },
  },
};
