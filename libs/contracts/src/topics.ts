import { calendarState } from './calendar-sync/calendar-state.js';
import { accessEnded } from './gateway/access-ended.js';
import { accountUsed } from './gateway/account-used.js';
import { calendarCommand } from './calendar-sync/calendar-command.js';
import { callbackQuery } from './notifier/callback-query.js';
import { channelQuery } from './notifier/channel-query.js';
import { applicationState } from './gateway/application-state.js';
import { settleProfile } from './calendar-sync/settle-profile.js';
import { stageProfile } from './calendar-sync/stage-profile.js';
import { channelNotification } from './calendar-sync/channel-notification.js';
import { createCalendarQuery } from './calendar-sync/create-calendar-query.js';
import { providerWritesQuery } from './calendar-sync/provider-writes-query.js';
import { resourcesQuery } from './calendar-sync/resources-query.js';
import { providerNotification } from './calendar-sync/provider-notification.js';
import { availabilityQuery } from './availability/availability-query.js';
import { bookableEventQuery } from './availability/bookable-event-query.js';
import { erasureRequested } from './gateway/erasure-requested.js';
import { holdQuery } from './availability/hold-query.js';
import { calendarCounting } from './availability/calendar-counting.js';
import { managedAvailability } from './availability/managed-availability.js';
import { smartInviteQuery } from './invites/smart-invite-query.js';
import { inviteChanged } from './invites/invite-changed.js';
import { replyRecorded } from './invites/reply-recorded.js';
import { bookingLinkReported } from './gateway/booking-link-reported.js';
import { windowEntered } from './gateway/window-entered.js';
import {
  availabilityOperations,
  calendarSyncOperations,
  invitesOperations,
  notifierOperations,
} from './operations/operations-query.js';
import type { TopicContract } from '@kalends/topics';

/** Every topic of the project; created by `npm run topics`. Each contract's own schema validates its bodies. */
export const topics = [
  calendarState,
  calendarCommand,
  stageProfile,
  settleProfile,
  createCalendarQuery,
  resourcesQuery,
  providerWritesQuery,
  providerNotification,
  channelNotification,
  applicationState,
  erasureRequested,
  accessEnded,
  accountUsed,
  windowEntered,
  bookingLinkReported,
  availabilityQuery,
  holdQuery,
  bookableEventQuery,
  managedAvailability,
  calendarCounting,
  replyRecorded,
  inviteChanged,
  callbackQuery,
  channelQuery,
  smartInviteQuery,
  calendarSyncOperations,
  availabilityOperations,
  invitesOperations,
  notifierOperations,
] as unknown as readonly TopicContract<unknown, unknown>[];
