import type { ProfileRecord } from '@kalends/contracts';

/** Providers that mail the guests of every event. */
const always: ReadonlySet<string> = new Set(['google', 'exchange', 'live_connect']);

/** Whether the provider of a profile's calendars mails guests (EVT-45); of CalDAV servers, those that schedule do. */
export const sendsInvitations = ({ provider_name, sends_invitations }: ProfileRecord): boolean =>
  always.has(provider_name) || sends_invitations === true;
