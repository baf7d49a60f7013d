import type { Scene } from '../scene.fixture.js';
import { errorPath } from '../paths.js';
import { honoured, ignored, refused, type CallCase, type Verdict } from '../verdict.js';
import { availability, meeting } from './availability.js';
import { upsertEvent } from './write-events.js';

type Input = Record<string, unknown>;

export const withinOf = ({ with: more }: Verdict, scene: Scene): Input =>
  (typeof more === 'function' ? more(scene) : (more ?? {})) as Input;

/** The members of another call, within one member of this one: what is stored of the link shows each. */
const within = (
  name: string,
  base: (scene: Scene) => Input,
  members: Record<string, Verdict>,
): Record<string, Verdict> =>
  Object.fromEntries(
    Object.entries(members).map(([member, verdict]) => {
      const { in: _message, ...others } = verdict as Verdict & { in?: 'message' };
      const at = verdict.kind === 'refused' ? { at: `${name}.${verdict.at ?? errorPath(member)}` } : {};
      const nested = (scene: Scene) => ({ [name]: { ...base(scene), ...withinOf(verdict, scene) } });
      return [`${name}.${member}`, { ...others, ...at, with: nested }];
    }),
  );

export const event = { event_id: 'visit', summary: 'Visit' };
const chosen = 'the visitor chooses the time';
const parts = ['attendees', 'recurrence'];

/** The members of a link's event. */
export function eventMembers(): Record<string, Verdict> {
  const { event_uid: _uid, apply_to: _applyTo, include_userinfo: _userinfo, ...members } = upsertEvent.members;
  const verdicts = Object.entries(members).map(([member, verdict]): [string, Verdict] => {
    const [first] = member.split(/[.[]/) as [string];
    if (first === 'start' || first === 'end') return [member, ignored(chosen, '2026-11-20T15:00:00Z')];
    if (parts.includes(first)) return [member, refused('x', { at: first })];
    return [member, verdict];
  });
  const { locale, ...others } = Object.fromEntries(verdicts);
  return { ...others, tzid: honoured('Europe/Paris', 'Asia/Tokyo'), locale: locale! };
}

const ofEvent = () => within('event', () => event, eventMembers());

const unshown = 'the page shows times only';
const {
  'bookable_events[].bookable_event_id': _bookable,
  explain: _explain,
  include_member_statuses: _statuses,
  response_format: _format,
  ...asked
} = availability['POST /v1/availability']!.members;
const ofAvailability = within('availability', meeting, {
  ...asked,
  response_format: honoured('slots', 'overlapping_slots'),
  explain: ignored(unshown, true),
  include_member_statuses: ignored(unshown, true),
});

export const base = (scene: Scene) => ({
  client_id: scene.clientId,
  client_secret: scene.secret,
  oauth: { redirect_uri: 'https://app.example/done' },
  event,
  availability: meeting(scene),
  target_calendars: [{ sub: scene.accountId, calendar_id: scene.calendarId }],
});

/** What the link keeps of the request. */
export const stored = async ({ gateway, clientId }: Scene) => {
  const { rows } = await gateway.database.pool.query(
    `SELECT status, definition, display_message FROM booking_link WHERE client_id = $1
     ORDER BY definition #>> '{event,summary}'`,
    [clientId],
  );
  return rows;
};

const url = 'https://app.example/called';

/** The members that every link has. */
export const ofLink: Record<string, Verdict> = {
  client_id: honoured((scene: Scene) => scene.clientId, 'other'),
  client_secret: honoured((scene: Scene) => scene.secret, 'other'),
  'oauth.redirect_uri': honoured('https://app.example/other', 'https://app.example/done'),
  'oauth.scope': ignored('no page of the link requests a permission', 'read_write'),
  'oauth.state': honoured('one'),
  'target_calendars[].sub': honoured(
    (scene: Scene) => scene.accountId,
    (scene: Scene) => scene.otherAccountId,
  ),
  'target_calendars[].calendar_id': honoured(
    (scene: Scene) => scene.otherCalendarId,
    (scene: Scene) => scene.calendarId,
  ),
  tzid: honoured('Europe/Paris'),
  'formatting.hour_format': honoured('h', 'H'),
  'minimum_notice.hours': honoured(4),
  'minimum_notice.minutes': honoured(30),
  event_creation: honoured('single', 'default'),
  selection_mode: honoured('no_confirm', 'confirm'),
  callback_url: honoured(url),
  'callback_urls.completed_url': honoured(url),
  'callback_urls.no_times_suitable_url': honoured(url),
  'callback_urls.no_times_displayed_url': honoured(url),
  'callback_urls.rescheduled_url': honoured(url),
  'callback_urls.cancelled_url': honoured(url),
  'redirect_urls.completed_url': honoured(url),
};

async function create(scene: Scene): Promise<void> {
  for (const name of ['token', 'other']) {
    const body = { ...base(scene), event: { ...event, summary: name } };
    const answer = await scene.gateway.call('POST', '/v1/real_time_scheduling', { token: scene.secret, body });
    const { url: address, real_time_scheduling: created } = answer.body as {
      url: string;
      real_time_scheduling: { real_time_scheduling_id: string };
    };
    Object.assign(scene.named, { [name]: address.split('/').at(-1)!, link: created.real_time_scheduling_id });
  }
}

const token = ({ secret }: Scene) => secret;

export const bookingLinks: Record<string, CallCase> = {
  'POST /v1/real_time_scheduling': {
    input: 'body',
    path: () => '/v1/real_time_scheduling',
    base,
    after: stored,
    members: {
      ...ofEvent(),
      ...ofAvailability,
      ...ofLink,
      'allow[]': honoured('reschedule', 'cancel'),
    },
  },
  'GET /v1/real_time_scheduling': {
    input: 'query',
    path: () => '/v1/real_time_scheduling',
    token,
    prepare: create,
    base: (scene) => ({ token: scene.named['token'] }),
    members: {
      token: honoured(
        (scene: Scene) => scene.named['other'],
        (scene: Scene) => scene.named['token'],
      ),
    },
  },
  'POST /v1/real_time_scheduling/{}/disable': {
    input: 'body',
    path: (scene) => `/v1/real_time_scheduling/${scene.named['link']}/disable`,
    token,
    prepare: create,
    base: () => ({ display_message: 'Over' }),
    after: stored,
    members: { display_message: honoured('Full', 'Over') },
  },
};
