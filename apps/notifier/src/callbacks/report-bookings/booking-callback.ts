import type { BookingCallbackBody, BookingLinkReported } from '@kalends/contracts';

const types = {
  completed: 'real_time_scheduling_completed',
  'no-times-suitable': 'real_time_scheduling_no_times_suitable',
  'no-times-displayed': 'real_time_scheduling_no_times_displayed',
} as const;

/** The type and the body of a booking link's callback (CBK-15). */
export function bookingCallback(reported: BookingLinkReported): { type: string; body: BookingCallbackBody } {
  const { event, ...link } = reported.link;
  const user = { tzid: reported.user_tzid };
  if (reported.kind === 'completed')
    return {
      type: types.completed,
      body: { event, participants: reported.participants, user, real_time_scheduling: link },
    };
  const type = types[reported.kind];
  return { type, body: { notification: { type }, real_time_scheduling: reported.link, user } };
}
