import type { ProfileRecord } from '@kalends/contracts';
import { providerNamed } from '@kalends/provider-registry';

/** Whether the provider of a profile's calendars mails guests (EVT-45); of CalDAV servers, those that schedule do. */
export const sendsInvitations = ({ provider_name, sends_invitations }: ProfileRecord): boolean =>
  providerNamed(provider_name)?.sendsInvitations === true || sends_invitations === true;
