import type { BookingCallbackBody, bookingCompletedBody, BookingLinkReported } from '@kalends/contracts';
import type { z } from 'zod';

const nameOf = { 'no-times-suitable': 'no_times_suitable', 'no-times-displayed': 'no_times_displayed' } as const;

type BookedEvent = z.infer<typeof bookingCompletedBody>['event'];
type Callback = { type: string; body: BookingCallbackBody };

/** The type and the body of a booking link's callback (CBK-14, SCH-13). */
export function bookingCallback(reported: BookingLinkReported): Callback {
  return reported.sequence ? ofSequence(reported, reported.sequence) : ofTime(reported);
}

function ofTime(reported: BookingLinkReported): Callback {
  const { event, user, shown } = partsOf(reported);
  const link = { real_time_scheduling_id: reported.link_id, ...shown };
  if (reported.kind === 'completed') {
    const { participants } = reported;
    const body = { event, participants, user, real_time_scheduling: link };
    return { type: 'real_time_scheduling_completed', body };
  }
  const type = `real_time_scheduling_${nameOf[reported.kind]}` as const;
  return { type, body: { notification: { type }, real_time_scheduling: { ...link, event }, user } };
}

function ofSequence(reported: BookingLinkReported, steps: NonNullable<BookingLinkReported['sequence']>): Callback {
  const { event, user, shown } = partsOf(reported);
  const link = { real_time_sequencing_id: reported.link_id, ...shown };
  if (reported.kind === 'completed') {
    const sequence = steps.map(({ sequence_id, submitted, participants }) => ({
      sequence_id,
      event: submitted as BookedEvent,
      participants,
    }));
    const body = { event, participants: reported.participants, user, sequence, real_time_sequencing: link };
    return { type: 'real_time_sequencing_completed', body };
  }
  const type = `real_time_sequencing_${nameOf[reported.kind]}` as const;
  return { type, body: { notification: { type }, real_time_sequencing: { ...link, event }, user } };
}

const partsOf = ({ submitted, user_tzid: tzid, url, status }: BookingLinkReported) => ({
  event: submitted as BookedEvent,
  user: { tzid },
  shown: { url, status },
});
