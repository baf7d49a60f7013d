import { isBuiltIn } from '@kalends/provider-registry';
import type { ProfileState } from '@kalends/public-api';
import {
  unreadReasons,
  type AppPasswordIssuer,
  type CalendarRecord,
  type ProfileRecord,
  type UnreadReason,
} from '@kalends/contracts';

import { presentWarnings } from './present-warnings.js';

type Code = UnreadReason | 'unknown';

const sentences: Readonly<Record<Code, string>> = {
  credentials_refused: 'The provider no longer accepts the password or the consent; the user has to connect it again.',
  provider_unavailable: 'The provider does not answer, or requires a wait.',
  provider_refused: 'The provider answers, but does not return the calendars.',
  not_a_calendar_server: 'What answers at the address is not a calendar server.',
  address_refused: 'This installation does not connect to the address of the server.',
  set_aside: 'The program ended twice while reading it, so it waits.',
  disconnected_by_user: 'The user disconnected it.',
  access_revoked: 'The user revoked the access of the application.',
  internal_error: 'An error in Kalends, which the operator finds in its log.',
  unknown: 'The reason was not stored.',
};

const isKnown = (code: string): code is UnreadReason => (unreadReasons as readonly string[]).includes(code);

/** Where users make app passwords, which they also revoke there: often that is why a password is no longer accepted. */
const appPasswords = new Map<string | undefined, string>(
  Object.entries<string>({
    apple: 'Apple, at https://account.apple.com (Sign-In and Security)',
    fastmail: 'Fastmail, in its settings (Privacy & Security, App passwords)',
    gmx: 'the provider, in the security settings of the account',
    nextcloud: 'Nextcloud, in its personal settings (Security, Devices & sessions)',
    yahoo: 'Yahoo, at https://login.yahoo.com (Security, app passwords)',
    zoho: 'Zoho, at https://accounts.zoho.com (Security, App Passwords)',
  } satisfies Record<AppPasswordIssuer, string>),
);

function sentenceOf(code: Code, appPasswordsOf: string | undefined): string {
  const where = code === 'credentials_refused' ? appPasswords.get(appPasswordsOf) : undefined;
  if (where === undefined) return sentences[code];
  return `The app password was revoked, or is another one: the user makes a new one at ${where}, and connects the calendar again with it.`;
}

/** Codes of newer releases are unknown here; the sentence is ours, so no text of a provider is passed on. */
function presentReason(stored: string | undefined, appPasswordsOf?: string) {
  const code: Code = stored !== undefined && isKnown(stored) ? stored : 'unknown';
  return { code, description: sentenceOf(code, appPasswordsOf) };
}

/** How well a profile or a calendar can be read; times are UTC ISO. */
interface Reading {
  state: ProfileState;
  reason?: ReturnType<typeof presentReason>;
  last_success?: string;
  next_try?: string;
}

function stateOf({ connected, set_aside, error, initial_sync }: ProfileRecord): ProfileState {
  if (!connected) return 'disconnected';
  if (set_aside) return 'set_aside';
  if (error !== undefined) return 'failing';
  return initial_sync === 'done' ? 'ok' : 'pending';
}

function readingOfProfile(profile: ProfileRecord): Reading {
  const state = stateOf(profile);
  const { last_sync, next_sync } = profile;
  const isOwn = isBuiltIn(profile);
  return {
    state,
    ...(state === 'ok' || state === 'pending'
      ? {}
      : { reason: presentReason(profile.reason, profile.app_passwords_of) }),
    ...(last_sync === undefined || isOwn ? {} : { last_success: last_sync }),
    ...(next_sync === undefined || !profile.connected ? {} : { next_try: next_sync }),
  };
}

/** A calendar is read like its profile, unless it alone cannot be read, or never was. */
function readingOfCalendar(calendar: CalendarRecord, profile: ProfileRecord): Reading {
  const { last_success, ...reading } = readingOfProfile(profile);
  const failing = profile.unread_calendars?.find(({ calendar_id }) => calendar_id === calendar.calendar_id);
  const last = failing ? failing.last_read : calendar.synced ? last_success : undefined;
  const common = { ...reading, ...(last === undefined ? {} : { last_success: last }) };
  if (reading.state !== 'ok' && reading.state !== 'pending') return common;
  if (failing)
    return { ...common, state: 'failing', reason: presentReason(failing.reason), next_try: failing.next_read };
  return { ...common, state: calendar.synced ? 'ok' : 'pending' };
}

const prefixed = (reading: Reading) =>
  Object.fromEntries(Object.entries(reading).map(([name, value]) => [`profile_${name}`, value]));

/** The members of `GET /v1/profiles` about how well a profile and its calendars can be read, and for how long (ACC-13, ACC-15). */
export const presentProfileState = (profile: ProfileRecord, calendars: readonly CalendarRecord[]) => ({
  ...prefixed(readingOfProfile(profile)),
  ...presentWarnings(profile),
  profile_has_working_hours: profile.connected && profile.working_hours !== undefined,
  profile_calendar_states: calendars
    .filter(({ profile_id }) => profile_id === profile.profile_id)
    .map((calendar) => ({ calendar_id: calendar.calendar_id, ...readingOfCalendar(calendar, profile) })),
});
