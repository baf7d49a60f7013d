import FullCalendar from '@fullcalendar/react';
import '@fullcalendar/react/skeleton.css';
import themePlugin from '@fullcalendar/react/themes/classic';
import '@fullcalendar/react/themes/classic/theme.css';
import timeGridPlugin from '@fullcalendar/react/timegrid';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import 'temporal-polyfill/global';
import { api, read, type Account, type Schemas } from '../api.js';
import { Section } from '../parts/page.js';
import { Problem } from '../parts/problem.js';
import { useDetails } from '../parts/details.js';

type Inspected = Schemas['InspectedEvent'];

const words = { synced: '', pending: 'pending: ', refused: 'refused: ' } as const;

const legend = [
  ['application', 'by the application'],
  ['others', 'by others'],
  ['pending', 'pending'],
  ['refused', 'refused'],
] as const;

const shown = (event: Inspected, calendars: ReadonlyMap<string, string>) => ({
  id: `${event.calendar_id} ${event.event_uid} ${event.instance}`,
  title: `${words[event.state]}${event.summary ?? calendars.get(event.calendar_id) ?? 'event'}`,
  start: event.start,
  end: event.end,
  allDay: event.all_day,
  className: `event event-${event.origin} event-${event.state}`,
  extendedProps: { calendarId: event.calendar_id, eventUid: event.event_uid },
});

/** Hours without events have nothing that takes the focus; they are scrolled by keyboard, too. */
function useScrolledByKeyboard(drawn: unknown) {
  const at = useRef<HTMLDivElement>(null);
  useEffect(() => {
    for (const one of at.current?.querySelectorAll('div') ?? []) {
      const isScrolled = /auto|scroll/.test(getComputedStyle(one).overflowY) && one.scrollHeight > one.clientHeight;
      if (!isScrolled || one.querySelector('a[href],button,[tabindex]')) continue;
      one.querySelector<HTMLElement>('[role=gridcell],[role=cell],[role=rowheader]')?.setAttribute('tabindex', '0');
    }
  }, [drawn]);
  return at;
}

const narrow = () => window.matchMedia('(width < 700px)');

function onTurned(changed: () => void): () => void {
  const media = narrow();
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
}

/** What fits; a phone that is turned gets the other. */
const useView = () => useSyncExternalStore(onTurned, () => (narrow().matches ? 'timeGridDay' : 'timeGridWeek'));

/** The account's week: where each event comes from, and whether it is synced. Titles only with a reason. */
export function Week({ account }: { account: Account }) {
  const navigate = useNavigate();
  const [span, setSpan] = useState<{ from: string; to: string } | null>(null);
  const { asked, control } = useDetails();
  const week = useQuery({
    queryKey: ['week', account.sub, span, asked],
    queryFn: () =>
      read(
        api.GET('/admin/v1/accounts/{sub}/events', {
          params: { path: { sub: account.sub }, query: { ...span!, ...asked } },
        }),
      ),
    enabled: span !== null,
    // each view with details is an entry of the audit
    refetchInterval: asked.reason ? false : 10_000,
    placeholderData: (before) => before,
  });
  const view = useView();
  const at = useScrolledByKeyboard(week.data);
  const calendars = new Map(account.calendars.map((one) => [one.calendar_id, one.calendar_name]));
  return (
    <Section title="Week" aside={control}>
      <Problem error={week.error} />
      <p className="row dim legend">
        {legend.map(([kind, name]) => (
          <span key={kind} className="row legend-entry">
            <span className={`key event-${kind}`} /> {name}
          </span>
        ))}
      </p>
      <div className="week" ref={at}>
        <FullCalendar
          plugins={[timeGridPlugin, themePlugin]}
          key={view}
          initialView={view}
          timeZone="UTC"
          firstDay={1}
          height={560}
          headerToolbar={{ start: 'title', end: 'prev,next' }}
          scrollTime="07:00"
          nowIndicator
          eventTimeFormat={{ hour: '2-digit', minute: '2-digit', hour12: false }}
          slotHeaderFormat={{ hour: '2-digit', minute: '2-digit', hour12: false }}
          events={(week.data?.events ?? []).map((event) => shown(event, calendars))}
          datesSet={({ start, end }: { start: Date; end: Date }) =>
            setSpan({ from: start.toISOString(), to: end.toISOString() })
          }
          eventClick={({ event }: { event: { extendedProps: Record<string, unknown> } }) => {
            const { calendarId, eventUid } = event.extendedProps as { calendarId: string; eventUid: string };
            void navigate({
              to: '/accounts/$sub/events/$calendarId/$eventUid',
              params: { sub: account.sub, calendarId, eventUid },
            });
          }}
        />
      </div>
      <p className="dim">
        Times are UTC. {week.data?.truncated && 'Not all events are shown: there are more than 2,000.'}
      </p>
    </Section>
  );
}
