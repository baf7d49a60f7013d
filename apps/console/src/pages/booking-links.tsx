import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { api, read, type Schemas } from '../api.js';
import { Empty } from '../parts/empty.js';
import { State } from '../parts/badge.js';
import { More } from '../parts/more.js';
import { Page } from '../parts/page.js';
import { Problem } from '../parts/problem.js';
import { Table } from '../parts/table.js';
import { Appointment, Time } from '../parts/time.js';
import { bookingLinks as route } from '../router.js';

type BookingLink = Schemas['AdministeredBookingLink'];

export const linkStates: readonly BookingLink['status'][] = ['open', 'booking', 'completed', 'disabled'];

/** The booking links of an application: which are open, and what was booked. */
export function BookingLinksPage() {
  const { clientId } = route.useParams();
  const { status } = route.useSearch();
  const navigate = useNavigate({ from: '/applications/$clientId/booking-links' });
  const list = useInfiniteQuery({
    queryKey: ['booking-links', clientId, status],
    queryFn: ({ pageParam }) =>
      read(
        api.GET('/admin/v1/applications/{client_id}/booking_links', {
          params: { path: { client_id: clientId }, query: { status, after: pageParam } },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_after }) => next_after ?? undefined,
    placeholderData: (before) => before,
  });
  const links = list.data?.pages.flatMap((page) => page.booking_links) ?? [];
  return (
    <Page
      title="Booking links"
      aside={
        <select
          aria-label="State"
          className="select-s"
          value={status ?? ''}
          onChange={(e) => void navigate({ search: { status: linkStates.find((one) => one === e.target.value) } })}
        >
          <option value="">every state</option>
          {linkStates.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      }
    >
      <p>
        <Link to="/applications/$clientId" params={{ clientId }}>
          ← the application
        </Link>
      </p>
      <Problem error={list.error} />
      {list.isSuccess && links.length === 0 && (
        <Empty>
          {status
            ? `No link is ${status}.`
            : 'None yet. The application creates one with POST /v1/real_time_scheduling and sends its address to the person who is to pick a time.'}
        </Empty>
      )}
      {links.length > 0 && (
        <Table isCard columns={['Event', 'State', 'Time', 'Created']}>
          {links.map((one) => (
            <tr key={one.real_time_scheduling_id}>
              <td>
                <Link
                  to="/applications/$clientId/booking-links/$linkId"
                  params={{ clientId, linkId: one.real_time_scheduling_id }}
                >
                  {one.summary}
                </Link>
                <div className="dim">{one.event_id}</div>
              </td>
              <td>
                <State is={one.status} />
              </td>
              <td>
                {one.start === null ? (
                  <span className="dim">none</span>
                ) : (
                  <Appointment start={one.start} zone={one.tzid} />
                )}
              </td>
              <td className="nowrap">
                <Time at={one.created_at} />
              </td>
            </tr>
          ))}
        </Table>
      )}
      <More list={list} title="Earlier links" />
    </Page>
  );
}
