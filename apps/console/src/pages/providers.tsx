import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, read, type Schemas } from '../api.js';
import { Page, Section } from '../parts/page.js';
import { Problem } from '../parts/problem.js';
import { providerName } from '../parts/provider-name.js';
import { Table } from '../parts/table.js';
import { ProviderSection } from './provider.js';

type Activity = Schemas['Activity']['providers'][number];

/** The OAuth client at each provider, what is connected there, and what was requested from it. */
export function ProvidersPage() {
  const list = useQuery({
    queryKey: ['providers'],
    queryFn: () => read(api.GET('/admin/v1/providers')),
    refetchInterval: 30_000,
  });
  const activity = useQuery({
    queryKey: ['activity'],
    queryFn: () => read(api.GET('/admin/v1/activity')),
    refetchInterval: 30_000,
  });
  const known = list.data?.providers ?? [];
  const active = activity.data?.providers ?? [];
  const others = active.filter(({ provider }) => known.every((one) => one.provider !== provider));
  return (
    <Page title="Providers">
      <p className="dim">
        Where users’ calendars are. Where users sign in at the provider, Kalends is an OAuth client, which is checked at
        each start and once a day.
      </p>
      <Problem error={list.error ?? activity.error} />
      {list.isPending && <p className="dim">Reading…</p>}
      {known.map((one) => (
        <ProviderSection
          key={one.provider}
          provider={one}
          activity={active.find(({ provider }) => provider === one.provider)}
        />
      ))}
      {others.length > 0 && <Others providers={others} />}
    </Page>
  );
}

const sum = (hours: Activity['hours'], member: 'requests' | 'done' | 'failed') =>
  hours.reduce((total, hour) => total + hour[member], 0).toLocaleString('en');

/** Those without an OAuth client. */
function Others({ providers }: { providers: readonly Activity[] }) {
  return (
    <Section title="Other calendars, last 24 hours">
      <Table columns={['Provider', 'Requests', 'Syncs done', 'Syncs failed', 'Profiles not read']}>
        {providers.map(({ provider, hours, failing_profiles: failing }) => (
          <tr key={provider}>
            <td>{providerName(provider)}</td>
            <td>{sum(hours, 'requests')}</td>
            <td>{sum(hours, 'done')}</td>
            <td>{sum(hours, 'failed')}</td>
            <td>
              {failing === 0 ? (
                '0'
              ) : (
                <Link to="/accounts" search={{ failing: true, provider_name: provider }}>
                  {failing.toLocaleString('en')}
                </Link>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}
