import { z } from 'zod';
import { keyed } from '../shared/errors.js';
import { httpUrl, plainText } from '../shared/fields.js';
import { notSupported } from '../shared/unsupported.js';

const required = (name: string) => keyed('required', `${name} must be specified`);

/** Members that only an explicit conference has: with another profile they would have no effect. */
const ofExplicit = ['join_url', 'provider_description'] as const;

const joinUrl = httpUrl('conferencing.join_url')
  .nullish()
  .describe('Where people join, http or https; required with explicit, and only there. At most 2,048 characters.');

const providerDescription = plainText('conferencing.provider_description', 256)
  .nullish()
  .describe('What the meeting is called; only with explicit. At most 256 characters. Default: no name.');

/** What is checked even if other members are wrong. */
const withItsMembers = <Shape extends z.ZodRawShape>(conference: z.ZodObject<Shape>) =>
  conference.superRefine(
    (value, context) => {
      const { profile_id, ...rest } = value as {
        profile_id: string;
        join_url?: unknown;
        provider_description?: unknown;
      };
      const refuse = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
      if (profile_id === 'explicit') {
        if (!rest.join_url) refuse('join_url', required('conferencing.join_url'));
        return;
      }
      for (const name of ofExplicit) {
        if (rest[name]) refuse(name, notSupported(`conferencing.${name} needs the profile_id explicit`));
      }
    },
    { when: ({ value }) => typeof (value as { profile_id?: unknown } | null)?.profile_id === 'string' },
  );

const isEmpty = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** What a request may choose, how others are refused, and what the choices mean. */
interface Choice<Profile extends string> {
  profiles: readonly [Profile, ...Profile[]];
  refusal: string;
  meaning: string;
}

/** The online meeting of an event in a request, with some of the profiles; `{}` counts as absent (HTTP-15). */
function conferencingWith<Profile extends string>({ profiles, refusal, meaning }: Choice<Profile>) {
  const profile_id = z
    .string({ error: required('conferencing.profile_id') })
    .refine((value): value is Profile => (profiles as readonly string[]).includes(value), { error: refusal })
    .transform((value) => value as Profile)
    .describe(meaning);
  const conference = z.object(
    { profile_id, join_url: joinUrl, provider_description: providerDescription },
    { error: keyed('invalid', 'conferencing must be an object with profile_id') },
  );
  return z.preprocess((value) => (isEmpty(value) ? undefined : value), withItsMembers(conference).nullish());
}

/** The conference of an event that is written to a calendar (EVT-23, EVT-24). */
export const conferencing = conferencingWith({
  profiles: ['default', 'integrated', 'explicit', 'none'],
  refusal: keyed(
    'not_recognized',
    'conferencing.profile_id must be default, integrated, explicit or none: no services are connected',
  ),
  meaning:
    'explicit: people join at join_url. integrated: the provider of the calendar adds a meeting. default: integrated where the calendar has it, else none. none: there is no meeting.',
});

/** The conference of the event in a Smart Invite (INV-13). */
export const inviteConferencing = conferencingWith({
  profiles: ['explicit', 'none'],
  refusal: notSupported('conferencing.profile_id of a Smart Invite must be explicit or none'),
  meaning: 'explicit: people join at join_url. none: there is no meeting.',
});

/** `en`, also of a region: what Kalends adds to texts is in English. */
export const locale = z.string({ error: keyed('must_be_string', 'locale must be a string') }).max(64);
