const advices: readonly (readonly [RegExp, string])[] = [
  [/read-only/i, 'Ask the user for write access to the calendar, or write to another calendar of the same user.'],
  [/calendar was deleted/i, 'The calendar is gone: choose another calendar of the user and write the event again.'],
  [/account was deleted/i, 'Nothing: the account no longer exists.'],
  [/full|quota|507/i, 'The user has to free space at the provider; then write the event again.'],
  [
    /not permitted|not permit|access|40[13]/i,
    'The user has to connect the calendar again and allow changes of events.',
  ],
  [
    /no longer exists/i,
    'Somebody deleted the event in the calendar: write it again under a new event_id if it is still wanted.',
  ],
  [/recurs|recurrence|series/i, 'Change the series in the user’s own calendar program, or write single events.'],
];

/** What an operator can do about a write that a provider refused for `reason`. */
export const adviceOnRefusal = (reason: string): string =>
  advices.find(([pattern]) => pattern.test(reason))?.[1] ??
  'Correct what the provider objects to and write the event again: the next write replaces this one.';

/** What an operator can do about a write that waits; `error`: of its last attempt, null before there was one. */
export const adviceOnWaiting = (error: string | null): string | null =>
  error === null
    ? null
    : 'Nothing is lost: it is tried again until the provider answers. If the profile is disconnected, the user has to connect it again.';
