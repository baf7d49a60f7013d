import { refusalCodes, type RefusalCode } from '@kalends/contracts';

const advices: Readonly<Record<RefusalCode, string>> = {
  read_only: 'Ask the user for write access to the calendar, or write to another calendar of the same user.',
  not_permitted: 'The user has to connect the calendar again and allow changes of events.',
  organizer_only: 'Only the organizer of the event can change this: change it in the organizer’s calendar.',
  storage_full: 'The user has to free space at the provider; then write the event again.',
  event_deleted:
    'Somebody deleted the event in the calendar: write it again under a new event_id if it is still wanted.',
  recurring_event: 'Change the series in the user’s own calendar program, or write single events.',
  calendar_deleted: 'The calendar is gone: choose another calendar of the user and write the event again.',
  account_deleted: 'Nothing: the account no longer exists.',
  other: 'Correct what the provider objects to and write the event again: the next write replaces this one.',
};

/** For refusals without a code, which releases before 0.3.0 recorded. */
const codesOfWords: readonly (readonly [RegExp, RefusalCode])[] = [
  [/read-only/i, 'read_only'],
  [/calendar was deleted/i, 'calendar_deleted'],
  [/account was deleted/i, 'account_deleted'],
  [/full|quota|507/i, 'storage_full'],
  [/not permitted|not permit|access|40[13]/i, 'not_permitted'],
  [/no longer exists/i, 'event_deleted'],
  [/recurs|recurrence|series/i, 'recurring_event'],
];

const isKnown = (code: string | null | undefined): code is RefusalCode => refusalCodes.some((one) => one === code);

const codeOfWords = (reason: string) => codesOfWords.find(([pattern]) => pattern.test(reason))?.[1] ?? 'other';

/** What an operator can do about a write that a provider refused; a code of a newer release counts as none. */
export const adviceOnRefusal = ({ code, reason }: { code?: string | null | undefined; reason: string }): string =>
  advices[isKnown(code) ? code : codeOfWords(reason)];

/** What an operator can do about a write that waits; `error`: of its last attempt, null before there was one. */
export const adviceOnWaiting = (error: string | null): string | null =>
  error === null
    ? null
    : 'Nothing is lost: it is tried again until the provider answers. If the profile is disconnected, the user has to connect it again.';
