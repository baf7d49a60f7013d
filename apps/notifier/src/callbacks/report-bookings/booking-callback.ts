import type { BookingCallbackBody, bookingCompletedBody, BookingLinkReported } from '@kalends/contracts';
import type { z } from 'zod';

const nameOf = { 'no-times-suitable': 'no_times_suitable', 'no-times-displayed': 'no_times_displayed' } as const;

type BookedEvent = z.infer<typeof bookingCompletedBody>['event'];
type Callback = { type: string; body: BookingCallbackBody };
type Changed = Extract<BookingLinkReported, { kind: 'rescheduled' | 'cancelled' }>;
type Unchanged = Exclude<BookingLinkReported, Changed>;

/** The type and the body of a booking link's callback (CBK-14, CBK-15, SCH-13). */
export function bookingCallback(reported: BookingLinkReported): Callback {
  if (reported.kind === 'rescheduled' || reported.kind === 'cancelled') return ofChange(reported);
  return reported.sequence ? ofSequence(reported, reported.sequence) : ofTime(reported);
}

function ofTime(reported: Unchanged): Callback {
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

/** What its visitor has changed; only a link for one time can be changed (SCH-16). */
function ofChange(reported: Changed): Callback {
  const { event, user, shown } = partsOf(reported);
  const { previous } = reported;
  const common = {
    event,
    previous,
    user,
    real_time_scheduling: { real_time_scheduling_id: reported.link_id, ...shown },
  };
  if (reported.kind === 'rescheduled') {
    const { participants } = reported;
    const type = 'real_time_scheduling_rescheduled';
    return { type, body: { notification: { type }, ...common, participants } };
  }
  const type = 'real_time_scheduling_cancelled';
  const given = reported.reason === null ? {} : { reason: reported.reason };
  return { type, body: { notification: { type }, ...common, ...given } };
}

function ofSequence(reported: Unchanged, steps: NonNullable<Unchanged['sequence']>): Callback {
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
