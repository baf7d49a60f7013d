import { useQuery } from '@tanstack/react-query';
import { api, read } from '../api.js';
import { Section } from '../parts/page.js';
import { Problem } from '../parts/problem.js';
import { Table } from '../parts/table.js';

const shown = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** How much the application used on each of the last days. */
export function Usage({ clientId }: { clientId: string }) {
  const list = useQuery({
    queryKey: ['usage', clientId],
    queryFn: () => read(api.GET('/admin/v1/usage', { params: { query: { client_id: clientId, limit: 7 } } })),
    refetchInterval: 60_000,
  });
  const days = list.data?.usage ?? [];
  return (
    <Section title="Usage" empty={list.isSuccess && days.length === 0 && 'No request yet.'}>
      <Problem error={list.error} />
      {days.length > 0 && (
        <Table columns={['Day (UTC)', 'Requests', 'Refused', 'Changes of events', 'Accounts']}>
          {days.map((one) => (
            <tr key={one.day}>
              <td className="nowrap">{shown.format(Date.parse(one.day))}</td>
              <td>{one.calls.toLocaleString('en')}</td>
              <td>{one.refused.toLocaleString('en')}</td>
              <td>{one.changes.toLocaleString('en')}</td>
              <td>{one.accounts.toLocaleString('en')}</td>
            </tr>
          ))}
        </Table>
      )}
    </Section>
  );
}
