import { calendarState } from './calendar-sync/calendar-state.js';
import { calendarCommand } from './gateway/calendar-command.js';
import { connectProfile } from './gateway/connect-profile.js';
import type { TopicContract } from './messaging/topic.js';

/** Every topic of the project; what `npm run topics` creates. Bodies are checked by each contract's own schema. */
export const topics = [calendarState, calendarCommand, connectProfile] as unknown as readonly TopicContract<
  unknown,
  unknown
>[];
