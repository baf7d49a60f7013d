import type { EventChange } from '@kalends/contracts';
import type { GoogleEvent } from './resources.js';

/**
 * Decides whom Google mails: everyone if an application invites or removes attendees; for other changes only those with
 * calendars elsewhere, who would otherwise lose the event, as Google's discovery document warns. No one if there are no
 * attendees.
 */
export function sendUpdatesOf(change: EventChange, present: GoogleEvent | null): { sendUpdates?: string } {
  const { invite = [], remove = [] } = change.attendees ?? {};
  if (invite.length + remove.length > 0) return { sendUpdates: 'all' };
  return present?.attendees?.length ? { sendUpdates: 'externalOnly' } : {};
}
