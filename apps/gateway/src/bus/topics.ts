import {
  accessEnded,
  applicationState,
  availabilityQuery,
  calendarCommand,
  calendarState,
  callbackQuery,
  channelQuery,
  connectOauthProfile,
  connectProfile,
  createCalendarQuery,
  erasureRequested,
  holdQuery,
  managedAvailability,
  providerNotification,
  relinkProfile,
  smartInviteQuery,
} from '@kalends/contracts';
import type { AnyContract } from '@kalends/messaging';

/** Every topic that the gateway tells, asks or takes. */
export const gatewayTopics = [
  calendarState,
  calendarCommand,
  connectProfile,
  connectOauthProfile,
  createCalendarQuery,
  providerNotification,
  relinkProfile,
  applicationState,
  erasureRequested,
  accessEnded,
  availabilityQuery,
  holdQuery,
  managedAvailability,
  callbackQuery,
  channelQuery,
  smartInviteQuery,
] as unknown as readonly AnyContract[];
