import { calendarState } from './calendar-sync/calendar-state.js';
import { accessEnded } from './gateway/access-ended.js';
import { calendarCommand } from './gateway/calendar-command.js';
import { callbackQuery } from './gateway/callback-query.js';
import { channelQuery } from './gateway/channel-query.js';
import { applicationState } from './gateway/application-state.js';
import { settleProfile } from './gateway/settle-profile.js';
import { stageProfile } from './gateway/stage-profile.js';
import { createCalendarQuery } from './gateway/create-calendar-query.js';
import { providerNotification } from './gateway/provider-notification.js';
import { availabilityQuery } from './gateway/availability-query.js';
import { erasureRequested } from './gateway/erasure-requested.js';
import { holdQuery } from './gateway/hold-query.js';
import { managedAvailability } from './gateway/managed-availability.js';
import { smartInviteQuery } from './gateway/smart-invite-query.js';
import { replyRecorded } from './invites/reply-recorded.js';
import type { TopicContract } from './messaging/topic.js';

/** Every topic of the project; what `npm run topics` creates. Bodies are checked by each contract's own schema. */
export const topics = [
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
  replyRecorded,
  callbackQuery,
  channelQuery,
  smartInviteQuery,
] as unknown as readonly TopicContract<unknown, unknown>[];
