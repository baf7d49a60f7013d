import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api, read, type Schemas } from '../api.js';
import { Allowed } from '../parts/allowed.js';
import { State } from '../parts/badge.js';
import { Confirm } from '../parts/confirm.js';
import { Copy } from '../parts/copy.js';
import { Page, Section } from '../parts/page.js';
import { Problem } from '../parts/problem.js';
import { Appointment, Time } from '../parts/time.js';
import { bookingLink as route } from '../router.js';

type Details = Schemas['AdministeredBookingLinkDetails'];
type Step = Details['steps'][number];

const explained: Record<Step['kind'], string> = {
  created: 'The application created the link.',
  no_times_displayed: 'The page had no time to offer, and the visitor reported it.',
  no_times_suitable: 'The visitor reported that none of the times fits.',
  picked: 'The visitor picked a time.',
  refused: 'A calendar refused the time. Nothing was booked, and the times are offered again.',
  completed: 'Every calendar has the event.',
  disabled: 'The link was disabled. Its page shows this message.',
  reschedule_requested: 'The visitor moves what is booked to another time.',
  rescheduled: 'Every calendar has the new time.',
  cancel_requested: 'The visitor cancels what is booked.',
  cancelled: 'The event is in no calendar any more.',
  change_refused: 'A calendar did not take the change. Everything stays as it was booked.',
};

/** A booking link: its state, who takes part, and what happened from the creation on. */
export function BookingLinkPage() {
  const { clientId, linkId } = route.useParams();
  const params = { path: { client_id: clientId, real_time_scheduling_id: linkId } };
  const found = useQuery({
    queryKey: ['booking-link', params.path],
    queryFn: () =>
      read(api.GET('/admin/v1/applications/{client_id}/booking_links/{real_time_scheduling_id}', { params })),
    refetchInterval: 5_000,
  });
  const link = found.data?.booking_link;
  return (
    <Page title={link?.summary ?? 'Booking link'} aside={link && <State is={link.status} />}>
      <p>
        <Link to="/applications/$clientId/booking-links" params={{ clientId }} search={{ status: undefined }}>
          ← booking links
        </Link>
      </p>
      <Problem error={found.error} />
      {link && (
        <>
          <Facts link={link} />
          <Steps steps={link.steps} zone={link.tzid} />
          {(link.status === 'open' || link.status === 'disabled') && (
            <Allowed role="operator">
              <Disable clientId={clientId} link={link} />
            </Allowed>
          )}
        </>
      )}
    </Page>
  );
}

function Facts({ link }: { link: Details }) {
  return (
    <Section title="Booking">
      <dl className="facts">
        <dt>Link</dt>
        <dd>
          <Copy value={link.real_time_scheduling_id} label="the id of the link" />
        </dd>
        <dt>Time</dt>
        <dd>
          {link.start === null || link.end === null ? (
            <span className="dim">none is picked</span>
          ) : (
            <Appointment start={link.start} end={link.end} zone={link.tzid} />
          )}
        </dd>
        <dt>Zone of the event</dt>
        <dd>{link.tzid}</dd>
        {link.visitor_tzid !== null && (
          <>
            <dt>Zone of the visitor</dt>
            <dd>{link.visitor_tzid}</dd>
          </>
        )}
        <dt>Calendars</dt>
        <dd>
          <ul className="plain">
            {link.calendars.map((one) => (
              <li key={`${one.sub} ${one.calendar_id}`} className="wrap-anywhere">
                {one.event_uid === null ? (
                  <Link to="/accounts/$sub" params={{ sub: one.sub }}>
                    {one.calendar_id}
                  </Link>
                ) : (
                  <Link
                    to="/accounts/$sub/events/$calendarId/$eventUid"
                    params={{ sub: one.sub, calendarId: one.calendar_id, eventUid: one.event_uid }}
                  >
                    {one.calendar_id}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </dd>
        <dt>Erased</dt>
        <dd>
          <Time at={link.expires_at} />
        </dd>
      </dl>
    </Section>
  );
}

function Steps({ steps, zone }: { steps: readonly Step[]; zone: string }) {
  return (
    <Section title="What happened">
      <ol className="steps">
        {steps.map((step, index) => (
          <li key={`${index} ${step.at}`}>
            <div className="row">
              <strong>{step.kind.replaceAll('_', ' ')}</strong>
              <span className="dim">
                <Time at={step.at} />
              </span>
            </div>
            <p>
              {explained[step.kind]}{' '}
              {(step.kind === 'picked' || step.kind === 'reschedule_requested') && step.start !== null && (
                <Appointment start={step.start} zone={zone} />
              )}
            </p>
            {step.detail !== null && <p className="dim wrap-anywhere">{step.detail}</p>}
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Disable({ clientId, link }: { clientId: string; link: Details }) {
  const client = useQueryClient();
  const [message, setMessage] = useState('This link is no longer valid.');
  const disable = async () => {
    await read(
      api.POST('/admin/v1/applications/{client_id}/booking_links/{real_time_scheduling_id}/disable', {
        params: { path: { client_id: clientId, real_time_scheduling_id: link.real_time_scheduling_id } },
        body: { display_message: message },
      }),
    );
    await client.invalidateQueries({ queryKey: ['booking-link'] });
  };
  return (
    <Section
      title={link.status === 'open' ? 'Disable' : 'Change the message'}
      aside={
        <Confirm
          role="operator"
          action={link.status === 'open' ? 'Disable' : 'Change'}
          title={link.status === 'open' ? 'Disable this link?' : 'Change the message?'}
          onConfirm={disable}
        >
          <p>Its page shows this message and books nothing. A disabled link stays disabled.</p>
          <label className="stack-s">
            Message
            <textarea maxLength={500} rows={3} value={message} onChange={(e) => setMessage(e.target.value)} />
          </label>
        </Confirm>
      }
    >
      <p className="dim">
        {link.status === 'open'
          ? 'Whoever has the address can book a time until the link is disabled.'
          : 'The page of the link shows it to whoever opens the address.'}
      </p>
    </Section>
  );
}
