import type { CreateBookingLinkBody, ValidationErrors } from '@kalends/public-api';
import type { Target } from '../booking-link.js';
import type { FoundTarget } from './find-targets.queries.js';

type Named = NonNullable<CreateBookingLinkBody['target_calendars']>;

interface Decided {
  targets: Target[];
  errors: ValidationErrors['errors'];
}

const error = (key: string, description: string) => [{ key: `errors.${key}`, description }];

/** The calendars that get the event: read-only ones are passed over, unless there is no other. */
export function decideTargets(named: Named, found: readonly FoundTarget[]): Decided {
  const errors = new Map<string, { key: string; description: string }[]>();
  const targets = new Map<string, Target>();
  for (const [index, { sub, calendar_id }] of named.entries()) {
    const known = found.find((one) => one.calendarId === calendar_id && one.accountId === sub);
    const field = `target_calendars[${index}].calendar_id`;
    if (!known) errors.set(field, error('invalid_calendar_ids', `${calendar_id} is no calendar of ${sub}`));
    else if (!known.mayWrite)
      errors.set(field, error('not_authorized', `the user of ${sub} has not granted create_event`));
    else if (!known.isReadOnly) targets.set(calendar_id, { accountId: sub, calendarId: calendar_id });
  }
  if (errors.size === 0 && named.length > 0 && targets.size === 0)
    errors.set(
      'target_calendars',
      error('read_only', 'each of these calendars is read-only: name one that can be written'),
    );
  return { targets: [...targets.values()], errors: Object.fromEntries(errors) };
}
