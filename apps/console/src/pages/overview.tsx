import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, read, type Schemas } from '../api.js';
import { State } from '../parts/badge.js';
import { Bars } from '../parts/bars.js';
import { Page, Section } from '../parts/page.js';
import { Problem } from '../parts/problem.js';
import { useSession } from '../session.js';
import { ActivitySections } from './activity.js';
import { AccountTable } from './accounts.js';
import { Entries } from './entries.js';

type Status = Schemas['Status'];

export function OverviewPage() {
  const { developer } = useSession();
  const status = useQuery({
    queryKey: ['status'],
    queryFn: () => read(api.GET('/admin/v1/status')),
    refetchInterval: 5_000,
  });
  const failing = useQuery({
    queryKey: ['accounts', 'failing'],
    queryFn: () => read(api.GET('/admin/v1/accounts', { params: { query: { failing: true, limit: 10 } } })),
  });
  const newest = useQuery({
    queryKey: ['accounts', 'newest'],
    queryFn: () => read(api.GET('/admin/v1/accounts', { params: { query: { limit: 5 } } })),
  });
  const audit = useQuery({
    queryKey: ['audit', 'newest'],
    queryFn: () => read(api.GET('/admin/v1/audit', { params: { query: { limit: 8 } } })),
  });
  return (
    <Page title="Overview">
      <Problem error={status.error} />
      {status.data && <Numbers status={status.data} />}
      {status.data && <Services status={status.data} />}
      {status.data && (
        <Section title="Changes per hour (UTC), last 24 hours">
          <Bars
            hours={status.data.changes_by_hour.map(({ hour }) => hour)}
            series={[
              { label: 'by applications', tone: 'accent', values: status.data.changes_by_hour.map(({ own }) => own) },
              { label: 'by others', tone: 'line', values: status.data.changes_by_hour.map(({ others }) => others) },
            ]}
          />
        </Section>
      )}
      {!developer && <ActivitySections />}
      <Section
        title="Accounts that cannot be read"
        aside={
          <Link to="/accounts" search={{ failing: true }}>
            All
          </Link>
        }
        empty={failing.data?.accounts.length === 0 && 'None: every connected calendar is read.'}
      >
        <AccountTable accounts={failing.data?.accounts ?? []} />
      </Section>
      <Section
        title="Newest accounts"
        aside={<Link to="/accounts">All</Link>}
        empty={newest.data?.accounts.length === 0 && 'No account yet.'}
      >
        <AccountTable accounts={newest.data?.accounts ?? []} />
      </Section>
      <Section title="What administrators did" aside={<Link to="/audit">All</Link>}>
        <Entries entries={audit.data?.entries ?? []} />
      </Section>
    </Page>
  );
}

const counted = (number: number) => (number >= 10_000 ? '10,000+' : number.toLocaleString('en'));

function Numbers({ status }: { status: Status }) {
  const facts = [
    ['Applications', status.applications, '/applications'],
    ['Accounts', status.accounts, '/accounts'],
    ['Cannot be read', status.failing_accounts, '/accounts?failing=true'],
    ['Pending writes', status.pending_writes, null],
  ] as const;
  return (
    <ul className="numbers plain">
      {facts.map(([title, number, href]) => (
        <li key={title} className="card">
          <div className="number">{counted(number)}</div>
          {href ? <a href={`/console${href}`}>{title}</a> : <span className="dim">{title}</span>}
        </li>
      ))}
    </ul>
  );
}

function Services({ status }: { status: Status }) {
  return (
    <Section
      title="Services"
      empty={status.services.length === 0 && 'They run in other processes: see their own /health/ready.'}
    >
      <ul className="services plain">
        {status.services.map((service) => (
          <li key={service.name}>
            <div className="row between">
              <strong>{service.name}</strong> <State is={service.status} />
            </div>
            {service.checks
              .filter((check) => check.status !== 'ok')
              .map((check) => (
                <p key={check.name} className="dim">
                  {check.name}: {check.detail ?? check.status}
                </p>
              ))}
          </li>
        ))}
      </ul>
    </Section>
  );
}
