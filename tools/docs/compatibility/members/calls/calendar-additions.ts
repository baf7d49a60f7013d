import type { Scene } from '../scene.fixture.js';
import { errorPath } from '../paths.js';
import { honoured, ignored, type CallCase, type Verdict } from '../verdict.js';
import { withinOf } from './booking-links.js';
import { upsertEvent } from './write-events.js';

const event = {
  event_id: 'order-7',
  summary: 'Concert',
  start: '2026-11-20T15:00:00Z',
  end: '2026-11-20T16:00:00Z',
};
const oauth = { redirect_uri: 'https://example.com/one', scope: 'create_event' };

const base = (scene: Scene) => ({ client_id: scene.clientId, client_secret: scene.secret, oauth, event });

/** What a write of the event honours or refuses, the link does when it is created. */
function ofEvent(): Record<string, Verdict> {
  const { event_uid: _uid, apply_to: _applyTo, include_userinfo: _userinfo, ...members } = upsertEvent.members;
  const nested = Object.entries(members).map(([member, verdict]) => {
    const { in: _message, given: _given, ...others } = verdict as Verdict & { in?: 'message' };
    const at = verdict.kind === 'refused' ? { at: `event.${verdict.at ?? errorPath(member)}` } : {};
    const given = (scene: Scene) => ({ event: { ...event, ...withinOf(verdict, scene) } });
    return [`event.${member}`, { ...others, ...at, with: given }];
  });
  return Object.fromEntries(nested) as Record<string, Verdict>;
}

const stored = async ({ gateway, clientId }: Scene) => {
  // what the write of the event ignores is stored with it
  const unused = `#- '{event,attendees,remove,0,display_name}' #- '{event,attendees,reject,0,display_name}'`;
  const sql = `SELECT status, request ${unused} AS request FROM calendar_addition WHERE client_id = $1`;
  return (await gateway.database.pool.query(sql, [clientId])).rows;
};

export const calendarAdditions: Record<string, CallCase> = {
  'POST /v1/add_to_calendar': {
    input: 'body',
    path: () => '/v1/add_to_calendar',
    base,
    after: stored,
    members: {
      client_id: honoured((scene: Scene) => scene.clientId, 'other'),
      client_secret: honoured((scene: Scene) => scene.secret, 'other'),
      'oauth.redirect_uri': honoured('https://example.com/one', 'https://example.com/two'),
      'oauth.scope': honoured('create_event read_events', 'create_event'),
      'oauth.state': honoured('one'),
      ...ofEvent(),
      'event.locale': honoured('de'),
      'formatting.hour_format': honoured('h', 'H'),
      'target_calendars[]': ignored('the user chooses the calendar', { sub: 'acc_1', calendar_id: 'cal_1' }),
    },
  },
};
