import {
  applicationState,
  availabilityQuery,
  calendarCommand,
  calendarState,
  connectProfile,
  erasureRequested,
  holdQuery,
  managedAvailability,
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
] as unknown as readonly AnyContract[];
