import {
  accessEnded,
  applicationState,
  availabilityQuery,
  calendarCommand,
  calendarState,
  callbackQuery,
  channelQuery,
  createCalendarQuery,
  erasureRequested,
  bookableEventQuery,
  holdQuery,
  managedAvailability,
  providerNotification,
  settleProfile,
  smartInviteQuery,
  stageProfile,
} from '@kalends/contracts';
import type { AnyContract } from '@kalends/messaging';

/** Every topic that the gateway publishes, requests or handles. */
export const gatewayTopics = [
  calendarState,
  calendarCommand,
  stageProfile,
  settleProfile,
  createCalendarQuery,
  providerNotification,
  applicationState,
  erasureRequested,
  accessEnded,
  availabilityQuery,
  bookableEventQuery,
  holdQuery,
  managedAvailability,
  callbackQuery,
  channelQuery,
  smartInviteQuery,
] as unknown as readonly AnyContract[];
