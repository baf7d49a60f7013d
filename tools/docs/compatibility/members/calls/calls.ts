import type { CallCase } from '../verdict.js';
import { applications } from './applications.js';
import { availability } from './availability.js';
import { bookableEvents } from './bookable-events.js';
import { bookingLinks } from './booking-links.js';
import { calendarAdditions } from './calendar-additions.js';
import { calendars } from './calendars.js';
import { elementTokens } from './element-tokens.js';
import { invites } from './invites.js';
import { managedAvailabilityCalls } from './managed-availability.js';
import { oauth } from './oauth.js';
import { otherWrites } from './other-writes.js';
import { reads } from './reads.js';
import { sequenceLinks } from './sequence-links.js';
import { writeEvents } from './write-events.js';

/** How the members of each offered call are tried. */
export const calls: Record<string, CallCase> = {
  ...writeEvents,
  ...otherWrites,
  ...reads,
  ...calendars,
  ...invites,
  ...availability,
  ...managedAvailabilityCalls,
  ...bookableEvents,
  ...bookingLinks,
  ...calendarAdditions,
  ...sequenceLinks,
  ...elementTokens,
  ...oauth,
  ...applications,
};
