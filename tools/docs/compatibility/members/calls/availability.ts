import type { Scene } from '../scene.fixture.js';
import { honoured, ignored, refused, type CallCase, type Verdict } from '../verdict.js';

const token = (scene: Scene) => scene.secret;
const period = { start: '2026-11-20T09:00:00Z', end: '2026-11-20T17:00:00Z' };
const slots = [{ start: period.start }];
const earlier = '2026-11-20T08:00:00Z';
const later = '2026-11-20T18:00:00Z';

type Input = Record<string, unknown>;
/** Puts members of a meeting where the call has them. */
type Place = (of: (scene: Scene) => Input) => (scene: Scene) => Input;

const calendarOf = (scene: Scene) => scene.calendarId;

/** An event of the application, late in the evening before the queried day. */
const oneEvent = async (scene: Scene) => {
  const { gateway, token: own, calendarId } = scene;
  const tags = [{ value: 'interview' }];
  const body = { event_id: 'one', summary: 'One', start: '2026-11-19T23:30:00Z', end: '2026-11-20T10:00:00Z', tags };
  await gateway.call('POST', `/v1/calendars/${calendarId}/events`, { token: own, body });
  const read = await gateway.call('GET', '/v1/events?tzid=Etc/UTC', { token: own });
  scene.named['event'] = (read.body as { events: { event_uid: string }[] }).events[0]!.event_uid;
};

const sides = ['before', 'after'] as const;

const minutesAndHours = (path: string, of: (more: object) => Partial<Verdict>): Record<string, Verdict> => ({
  [`${path}.minutes`]: honoured(15, undefined, of({}) as never),
  [`${path}.hours`]: honoured(1, undefined, of({}) as never),
});

/** The members of a meeting, under `prefix`. */
export function ofMeeting(prefix: string, place: Place): Record<string, Verdict> {
  const member = (more: object) =>
    place(({ accountId }) => ({ participants: [{ members: [{ sub: accountId, ...more }] }] }));
  const limited = (more: object) => ({
    with: member({ availability_constraints: [{ limit: 1, period: 'day', ...more }] }),
    given: oneEvent,
  });
  const own = 'participants[].members[]';
  const verdicts: Record<string, Verdict> = {
    [`${own}.sub`]: honoured(
      (scene: Scene) => scene.otherAccountId,
      (scene: Scene) => scene.accountId,
    ),
    [`${own}.calendar_ids[]`]: honoured(calendarOf),
    [`${own}.available_periods[].start`]: honoured(earlier, period.start, {
      with: member({ available_periods: [period] }),
    }),
    [`${own}.available_periods[].end`]: honoured(later, period.end, { with: member({ available_periods: [period] }) }),
    [`${own}.managed_availability`]: honoured(true),
    [`${own}.availability_rule_ids[]`]: honoured('default', 'other', { with: member({ managed_availability: true }) }),
    [`${own}.only_managed_events`]: honoured(true),
    [`${own}.ignore_tentative`]: honoured(true),
    [`${own}.availability_constraints[].limit`]: honoured(1, 2, limited({ tzid: 'Asia/Tokyo' })),
    [`${own}.availability_constraints[].period`]: honoured('week', 'day', limited({})),
    [`${own}.availability_constraints[].tzid`]: honoured('Asia/Tokyo', 'Etc/UTC', limited({})),
    [`${own}.availability_constraints[].tags[].value`]: honoured('interview', 'other', limited({ period: 'week' })),
    'participants[].required': honoured(1, 'all'),
    'required_duration.minutes': honoured(30, 60),
    'required_duration.hours': honoured(1, undefined, { with: place(() => ({ required_duration: { minutes: 30 } })) }),
    'start_interval.minutes': honoured(15),
    'start_interval.hours': honoured(1),
    'query_periods[].start': honoured(earlier, period.start),
    'query_periods[].end': honoured(later, period.end),
  };
  const old = { with: place(() => ({ query_periods: undefined, available_periods: [period] })) };
  verdicts['available_periods[].start'] = honoured(earlier, period.start, old);
  verdicts['available_periods[].end'] = honoured(later, period.end, old);
  for (const side of sides) {
    Object.assign(
      verdicts,
      ...[
        `buffer.${side}`,
        `buffer.${side}.minimum`,
        `buffer.${side}.maximum`,
        `${own}.buffer.${side}`,
        `${own}.buffer.${side}.minimum`,
      ].map((path) => minutesAndHours(path, () => ({}))),
    );
    const maximum = `${own}.buffer.${side}.maximum`;
    const at = `${prefix}${maximum}`.replaceAll('[]', '[0]');
    verdicts[`${maximum}.minutes`] = refused(15, { at });
    verdicts[`${maximum}.hours`] = refused(1, { at });
  }
  return Object.fromEntries(Object.entries(verdicts).map(([name, verdict]) => [`${prefix}${name}`, verdict]));
}

export const meeting = ({ accountId }: Scene) => ({
  participants: [{ members: [{ sub: accountId }] }],
  required_duration: { minutes: 60 },
  query_periods: [period],
});
const step = (scene: Scene) => ({ sequence_id: 'one', ...meeting(scene) });

const excluded = { given: oneEvent };
export const common = {
  max_results: honoured(5),
  include_member_statuses: honoured(true),
  'excluded_events[].event_id': honoured('one', 'two', excluded),
  'excluded_events[].event_uid': honoured((scene: Scene) => scene.named['event'], 'evt_unknown', excluded),
};

const alone = { participants: undefined, required_duration: undefined, query_periods: undefined };

export const availability: Record<string, CallCase> = {
  'POST /v1/availability': {
    input: 'body',
    path: () => '/v1/availability',
    token,
    base: meeting,
    members: {
      ...ofMeeting('', (of) => of),
      ...common,
      'participants[].members[].availability_constraints[].unknown': refused(1, {
        with: ({ accountId }) => ({
          participants: [{ members: [{ sub: accountId, availability_constraints: [{ limit: 1, period: 'day' }] }] }],
        }),
      }),
      'query_slots[].start': honoured(earlier, period.start, {
        with: { query_periods: undefined, query_slots: slots },
      }),
      response_format: honoured('slots', 'periods'),
      'excluded_events[].unknown': refused(1, { with: { excluded_events: [{ event_id: 'one' }] } }),
      'bookable_events[].bookable_event_id': honoured('yoga', 'chess', { with: alone }),
      explain: honoured(true),
    },
  },
  'POST /v1/sequenced_availability': {
    input: 'body',
    path: () => '/v1/sequenced_availability',
    token,
    base: (scene) => ({ sequence: [step(scene)] }),
    members: {
      ...ofMeeting('sequence[].', (of) => (scene) => ({ sequence: [{ ...step(scene), ...of(scene) }] })),
      ...common,
      'sequence[].sequence_id': honoured('two', 'one'),
      'sequence[].ordinal': honoured(2, undefined, {
        with: (scene) => ({
          sequence: [
            step(scene),
            { ...step(scene), sequence_id: 'two', ordinal: 1 },
            { ...step(scene), sequence_id: 'three', ordinal: 3 },
          ],
        }),
      }),
      'sequence[].event': ignored('a query creates no event; clients share the steps with calls that do', {
        summary: 'Interview',
      }),
      'query_periods[].start': honoured(earlier, period.start, sharedPeriods('query_periods')),
      'query_periods[].end': honoured(later, period.end, sharedPeriods('query_periods')),
      'available_periods[].start': honoured(earlier, period.start, sharedPeriods('available_periods')),
      'available_periods[].end': honoured(later, period.end, sharedPeriods('available_periods')),
    },
  },
};

function sharedPeriods(name: string) {
  return { with: (scene: Scene) => ({ sequence: [{ ...step(scene), query_periods: undefined }], [name]: [period] }) };
}
