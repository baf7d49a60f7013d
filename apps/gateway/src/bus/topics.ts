import {
  applicationState,
  availabilityQuery,
  calendarCommand,
  calendarState,
  callbackQuery,
  connectProfile,
  erasureRequested,
  holdQuery,
  managedAvailability,
  smartInviteQuery,
} from '@kalends/contracts';
import type { AnyContract } from '@kalends/messaging';

/** Every topic that the gateway tells, asks or takes. */
export const gatewayTopics = [
  calendarState,
  calendarCommand,
  connectProfile,
  applicationState,
  erasureRequested,
  availabilityQuery,
  holdQuery,
  managedAvailability,
  callbackQuery,
  smartInviteQuery,
] as unknown as readonly AnyContract[];
