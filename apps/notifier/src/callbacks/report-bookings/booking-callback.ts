import type { BookingCallbackBody, bookingCompletedBody, BookingLinkReported } from '@kalends/contracts';
import type { z } from 'zod';

const types = {
  completed: 'real_time_scheduling_completed',
  'no-times-suitable': 'real_time_scheduling_no_times_suitable',
  'no-times-displayed': 'real_time_scheduling_no_times_displayed',
  rescheduled: 'real_time_scheduling_rescheduled',
  cancelled: 'real_time_scheduling_cancelled',
} as const;

/** The type and the body of a booking link's callback (CBK-14, CBK-15). */
export function bookingCallback(reported: BookingLinkReported): { type: string; body: BookingCallbackBody } {
  const { link_id, url, status } = reported;
  const user = { tzid: reported.user_tzid };
  const event = reported.submitted as z.infer<typeof bookingCompletedBody>['event'];
  const link = { real_time_scheduling_id: link_id, url, status };
  if (reported.kind === 'completed') {
    const { participants } = reported;
    return { type: types.completed, body: { event, participants, user, real_time_scheduling: link } };
  }
  if (reported.kind === 'rescheduled') {
    const { participants, previous } = reported;
    const notification = { type: types.rescheduled };
    return {
      type: notification.type,
      body: { notification, event, previous, participants, user, real_time_scheduling: link },
    };
  }
  if (reported.kind === 'cancelled') {
    const { previous, reason } = reported;
    const notification = { type: types.cancelled };
    const given = reason === null ? {} : { reason };
    return {
      type: notification.type,
      body: { notification, event, previous, ...given, user, real_time_scheduling: link },
    };
  }
  const type = types[reported.kind];
  return { type, body: { notification: { type }, real_time_scheduling: { ...link, event }, user } };
}
