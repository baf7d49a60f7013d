import type { EpochMs } from '@kalends/icalendar';
import type { Logger } from '@kalends/service-runtime';
import { ProviderError, type CalendarProvider } from '@kalends/provider-port/sync';
import type { ProfileRow } from '../../published-state/rows.js';

const dayMs = 86_400_000;

/** What a provider states of a profile, beside its calendars. */
export type ProfileFacts = Partial<Pick<ProfileRow, 'sends_invitations' | 'working_hours' | 'hours_due_at'>>;

interface Reading {
  now: EpochMs;
  log: Logger;
  signal: AbortSignal;
}

/** Working hours are read once a day. Where that fails, calendars are synced nevertheless, and the hours stay as they were. */
async function hoursOf(profile: ProfileRow, provider: CalendarProvider, { now, log, signal }: Reading) {
  if (!provider.workingHours || profile.hours_due_at > now) return {};
  const due = { hours_due_at: now + dayMs };
  try {
    return { ...due, working_hours: await provider.workingHours() };
  } catch (error) {
    if (signal.aborted || !(error instanceof ProviderError) || error.failure === 'authentication-failed') throw error;
    const fields = { profile_id: profile.profile_id, reason: error.message };
    log.warn({ event: 'profile.hours_failed', ...fields }, 'the working hours of a profile could not be read');
    return due;
  }
}

export const readFacts = async (
  profile: ProfileRow,
  provider: CalendarProvider,
  reading: Reading,
): Promise<ProfileFacts> => ({
  sends_invitations: (await provider.sendsInvitations?.()) ?? false,
  ...(await hoursOf(profile, provider, reading)),
});
