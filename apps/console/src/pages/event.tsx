import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, read } from '../api.js';
import { State } from '../parts/badge.js';
import { Copy } from '../parts/copy.js';
import { useDetails } from '../parts/details.js';
import { Page, Section } from '../parts/page.js';
import { Problem } from '../parts/problem.js';
import { Time } from '../parts/time.js';
import { Waterfall } from '../parts/waterfall.js';
import type { paths } from '../generated/api.js';
import { event as route } from '../router.js';

/** An event's life: what was requested, accepted, refused, and since when reads show it. */
export function EventPage() {
  const { sub, calendarId, eventUid } = route.useParams();
  const { asked, control } = useDetails();
  const found = useQuery({
    queryKey: ['event', sub, calendarId, eventUid, asked],
    queryFn: () =>
      read(
        api.GET('/admin/v1/accounts/{sub}/events/{calendar_id}/{event_uid}', {
          params: { path: { sub, calendar_id: calendarId, event_uid: eventUid }, query: asked },
        }),
      ),
    refetchInterval: asked.reason ? false : 5_000,
  });
  if (!found.data)
    return <Page title="Event">{found.error ? <Problem error={found.error} /> : <p className="dim">Reading…</p>}</Page>;
  const { event, steps } = found.data;
  return (
    <Page title={event.summary ?? 'Event'} aside={control}>
      <p>
        <Link to="/accounts/$sub" params={{ sub }}>
          ← the account
        </Link>
      </p>
      {event.refused_write && (
        <div className="notice notice-danger">
          Its provider refused to {event.refused_write.operation === 'delete' ? 'delete' : 'write'} it{' '}
          <Time at={event.refused_write.refused_at} />: {event.refused_write.reason}
          <p>
            <strong>What to do:</strong> {event.refused_write.advice}
          </p>
        </div>
      )}
      <dl className="facts card">
        <dt>State</dt>
        <dd>
          <State is={event.state} /> {event.deleted && <span className="badge">deleted</span>}{' '}
          {event.recurring && <span className="badge">series</span>}
        </dd>
        <dt>Time</dt>
        <dd>
          <When event={event} />
        </dd>
        <dt>Created by</dt>
        <dd>{event.origin === 'application' ? 'the application, through the API' : 'others, in the calendar'}</dd>
        <dt>event_uid</dt>
        <dd>
          <Copy value={event.event_uid} label="event_uid" />
        </dd>
        {event.event_id !== null && (
          <>
            <dt>event_id</dt>
            <dd>
              <Copy value={event.event_id} label="event_id" />
            </dd>
          </>
        )}
        <dt>Calendar</dt>
        <dd>
          <Copy value={event.calendar_id} label="the calendar" />
        </dd>
        <dt>Record</dt>
        <dd>
          revision {event.revision}
          {event.command > 0 && `, includes write ${event.command}`}
          {event.pending_command !== null && `; write ${event.pending_command} waits`}
        </dd>
      </dl>
      <Section title="What happened" empty={steps.length === 0 && 'Nothing in the last 30 days.'}>
        <Waterfall steps={steps} />
      </Section>
    </Page>
  );
}

type Path = paths['/admin/v1/accounts/{sub}/events/{calendar_id}/{event_uid}']['get'];
type Event = Path['responses'][200]['content']['application/json']['event'];

/** Its time in UTC and as the clock of its zone shows it, and where the zones disagree. */
function When({ event: { start, end, all_day, start_tzid, calendar_tzid, default_tzid } }: { event: Event }) {
  if (start === null || end === null) return <span className="dim">not in the window of reads</span>;
  if (all_day) return <>all day, {start}</>;
  const zone = start_tzid ?? calendar_tzid ?? default_tzid;
  const local = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: zone });
  return (
    <>
      {start.slice(0, 16).replace('T', ' ')} UTC, which is {local.format(Date.parse(start))} in {zone}
      {zone !== default_tzid && (
        <p className="notice notice-warn">
          Its zone is {zone}, the account’s is {default_tzid}. If the hour is wrong, the event was written with a tzid,
          or a UTC time, that was not meant: the application writes it again with the right one.
        </p>
      )}
    </>
  );
}
