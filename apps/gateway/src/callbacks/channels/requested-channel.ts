import { type ChannelRecord } from '@kalends/contracts';
import { createChannelBody, type ValidationErrors } from '@kalends/public-api';
import { errorsOf, unworded } from '../../http/validation-errors.js';
import { invalid } from '../../http/refusals.js';

const foreign = {
  key: 'errors.invalid_calendar_ids',
  description: 'The account has no such calendar.',
};

/** Which of the named calendars do not belong to the account, even if the rest of the body is invalid. */
function foreignCalendars(input: object, known: ReadonlySet<string>): ValidationErrors['errors'] {
  const parsed = createChannelBody.shape.filters.safeParse((input as { filters?: unknown }).filters);
  const found = (parsed.data?.calendar_ids ?? []).flatMap((id, index) =>
    known.has(id) ? [] : [{ field: `filters.calendar_ids[${index}]` }],
  );
  return Object.fromEntries(found.map(({ field }) => [field, [foreign]]));
}

/** The channel that a body requests, with non-default filters; or a 422 that names every invalid field. */
export function requestedChannel(input: unknown, known: ReadonlySet<string>): Omit<ChannelRecord, 'channel_id'> {
  const subject = typeof input === 'object' && input !== null ? input : {};
  const parsed = createChannelBody.safeParse(subject, { error: () => unworded });
  const wrong = parsed.success ? {} : errorsOf(parsed.error.issues as never, subject).errors;
  const errors = { ...wrong, ...foreignCalendars(subject, known) };
  if (!parsed.success || Object.keys(errors).length > 0) throw invalid(errors);
  const { callback_url, filters } = parsed.data;
  return {
    callback_url,
    filters: {
      ...(filters?.calendar_ids ? { calendar_ids: filters.calendar_ids } : {}),
      ...(filters?.only_managed ? { only_managed: true } : {}),
      ...(filters?.profile_expiring ? { profile_expiring: true } : {}),
    },
  };
}
