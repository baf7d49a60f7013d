import type { Scene } from '../scene.fixture.js';
import { errorPath } from '../paths.js';
import { honoured, refused, type CallCase, type Verdict } from '../verdict.js';
import { common, meeting, ofMeeting } from './availability.js';
import { base as baseOfLink, event, eventMembers, ofLink, stored, withinOf } from './booking-links.js';

type Input = Record<string, unknown>;

const prefix = 'availability.sequence[].';
const step = (scene: Scene): Input => ({ sequence_id: 'one', event, ...meeting(scene) });
const sequence = (...steps: Input[]) => ({ availability: { sequence: steps } });

const base = (scene: Scene) => ({ ...baseOfLink(scene), ...sequence(step(scene)) });

/** The members of an event, of the link itself or of its first step; that of the link counts where a step has none. */
function ofEvent(name: string, place: (of: Input, scene: Scene) => Input): Record<string, Verdict> {
  const nested = Object.entries(eventMembers()).map(([member, verdict]) => {
    const { in: _message, ...others } = verdict as Verdict & { in?: 'message' };
    const at =
      verdict.kind === 'refused' ? { at: `${name.replace('[]', '[0]')}${verdict.at ?? errorPath(member)}` } : {};
    const given = (scene: Scene) => place({ ...event, ...withinOf(verdict, scene) }, scene);
    return [`${name}${member}`, { ...others, ...at, with: given }];
  });
  return Object.fromEntries(nested) as Record<string, Verdict>;
}

const { include_member_statuses: _statuses, ...ofQuery } = common;
const period = { start: '2026-11-20T09:00:00Z', end: '2026-11-20T17:00:00Z' };
const shared = (name: string) => ({
  with: (scene: Scene) => ({
    availability: { sequence: [{ ...step(scene), query_periods: undefined }], [name]: [period] },
  }),
});

async function create(scene: Scene): Promise<void> {
  for (const name of ['token', 'other']) {
    const body = { ...base(scene), event: { ...event, summary: name } };
    const answer = await scene.gateway.call('POST', '/v1/real_time_sequencing', { token: scene.secret, body });
    const { url, real_time_sequencing: created } = answer.body as {
      url: string;
      real_time_sequencing: { real_time_sequencing_id: string };
    };
    Object.assign(scene.named, { [name]: url.split('/').at(-1)!, link: created.real_time_sequencing_id });
  }
}

const token = ({ secret }: Scene) => secret;

export const sequenceLinks: Record<string, CallCase> = {
  'POST /v1/real_time_sequencing': {
    input: 'body',
    path: () => '/v1/real_time_sequencing',
    base,
    after: stored,
    members: {
      ...ofLink,
      allow: refused(['cancel']),
      ...ofEvent('event.', (of, scene) => ({ event: of, ...sequence({ ...step(scene), event: undefined }) })),
      ...ofEvent(`${prefix}event.`, (of, scene) => sequence({ ...step(scene), event: of })),
      ...ofMeeting(prefix, (of) => (scene) => sequence({ ...step(scene), ...of(scene) })),
      [`${prefix}sequence_id`]: honoured('two', 'one'),
      [`${prefix}ordinal`]: honoured(2, undefined, {
        with: (scene) =>
          sequence(
            step(scene),
            { ...step(scene), sequence_id: 'two', ordinal: 1 },
            { ...step(scene), sequence_id: 'three', ordinal: 3 },
          ),
      }),
      'availablity.sequence[].sequence_id': honoured('two', 'one', {
        with: (scene) => ({ availability: undefined, availablity: { sequence: [step(scene)] } }),
      }),
      'availability.query_periods[].start': honoured('2026-11-20T08:00:00Z', period.start, shared('query_periods')),
      'availability.query_periods[].end': honoured('2026-11-20T18:00:00Z', period.end, shared('query_periods')),
      'availability.available_periods[].start': honoured('2026-11-20T08:00:00Z', period.start, shared('available_periods')), // prettier-ignore
      'availability.available_periods[].end': honoured('2026-11-20T18:00:00Z', period.end, shared('available_periods')),
      ...Object.fromEntries(
        Object.entries(ofQuery).map(([name, verdict]) => [
          `availability.${name}`,
          { ...verdict, with: (scene: Scene) => sequence(step(scene)) },
        ]),
      ),
    },
  },
  'GET /v1/real_time_sequencing': {
    input: 'query',
    path: () => '/v1/real_time_sequencing',
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
  'POST /v1/real_time_sequencing/{}/disable': {
    input: 'body',
    path: (scene) => `/v1/real_time_sequencing/${scene.named['link']}/disable`,
    token,
    prepare: create,
    base: () => ({ display_message: 'Over' }),
    after: stored,
    members: { display_message: honoured('Full', 'Over') },
  },
};
