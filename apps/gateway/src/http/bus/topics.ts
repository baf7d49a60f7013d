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
  holdQuery,
  managedAvailability,
  callbackQuery,
  channelQuery,
  smartInviteQuery,
] as unknown as readonly AnyContract[];
