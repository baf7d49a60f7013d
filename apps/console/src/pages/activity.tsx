import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, read, type Schemas } from '../api.js';
import { Bars } from '../parts/bars.js';
import { BudgetChart, BudgetWarning } from '../parts/budget.js';
import { Section } from '../parts/page.js';
import { Problem } from '../parts/problem.js';
import { providerName } from '../parts/provider-name.js';
import { Table } from '../parts/table.js';

type Activity = Schemas['Activity'];

/** What waits between the services, and what they did in the last 24 hours; for administrators of the deployment. */
export function ActivitySections() {
  const activity = useQuery({
    queryKey: ['activity'],
    queryFn: () => read(api.GET('/admin/v1/activity')),
    refetchInterval: 30_000,
  });
  if (!activity.data) return <Problem error={activity.error} />;
  const { queues, callbacks_by_hour: callbacks, providers } = activity.data;
  return (
    <>
      <ClientWarnings />
      <Queues queues={queues} />
      <div className="charts">
        <Section title="Callbacks per hour (UTC)">
          <Bars
            height={140}
            hours={callbacks.map(({ hour }) => hour)}
            series={[
              { label: 'delivered', tone: 'accent', values: callbacks.map(({ delivered }) => delivered) },
              { label: 'failed', tone: 'danger', values: callbacks.map(({ failed }) => failed) },
            ]}
          />
        </Section>
        {providers.map((one) => (
          <Provider key={one.provider} of={one} />
        ))}
      </div>
    </>
  );
}

/** OAuth clients of which the last check found something; the page of providers has what, and what to do. */
function ClientWarnings() {
  const list = useQuery({
    queryKey: ['providers'],
    queryFn: () => read(api.GET('/admin/v1/providers')),
    refetchInterval: 30_000,
  });
  return (list.data?.providers ?? [])
    .filter(({ result }) => result === 'failed' || result === 'warning')
    .map(({ provider, name, result, findings }) => (
      <div key={provider} className={`notice notice-${result === 'failed' ? 'danger' : 'warn'} stack-s`}>
        <p>
          {result === 'failed' && <strong>Users cannot connect at {name}. </strong>}
          {findings.find((one) => one.result === result)?.detail}
        </p>
        <p>
          <Link to="/providers">What to do about it</Link>
        </p>
      </div>
    ));
}

function Queues({ queues }: { queues: Activity['queues'] }) {
  return (
    <Section title="Messages between services">
      <Table columns={['Service', 'To be sent', 'To be handled', 'Dead letters']}>
        {queues.map((queue) => (
          <tr key={queue.service}>
            <td className="nowrap">
              {queue.service} {!queue.answered && <span className="badge badge-warn">does not answer</span>}
            </td>
            <td>
              {queue.outbox ?? '–'}
              {queue.outbox !== null && queue.outbox > 0 && (
                <span className="dim">, the oldest for {queue.outbox_seconds} s</span>
              )}
            </td>
            <td>{queue.inbox ?? '–'}</td>
            <td>
              {queue.dead_letters ? (
                <Link to="/dead-letters" search={{ service: queue.service }}>
                  {queue.dead_letters}
                </Link>
              ) : (
                (queue.dead_letters ?? '–')
              )}
            </td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}

function Provider({ of }: { of: Activity['providers'][number] }) {
  const { provider, failing_profiles: failing, budget, hours } = of;
  const name = providerName(provider);
  const sum = (member: 'done' | 'failed') => hours.reduce((total, hour) => total + hour[member], 0);
  return (
    <Section title={`${name}: requests per hour (UTC)`}>
      <Bars
        height={140}
        hours={hours.map(({ hour }) => hour)}
        series={[{ label: 'requests', tone: 'accent', values: hours.map(({ requests }) => requests) }]}
      />
      <p className="dim">
        {sum('done').toLocaleString('en')} {sum('done') === 1 ? 'sync' : 'syncs'} done,{' '}
        {sum('failed').toLocaleString('en')} failed.{' '}
        {failing > 0 && (
          <Link to="/accounts" search={{ failing: true }}>
            {failing === 1 ? '1 profile is not read' : `${failing} profiles are not read`}
          </Link>
        )}
      </p>
      {budget && <BudgetChart budget={budget} />}
      {budget && <BudgetWarning budget={budget} name={name} isLinked />}
    </Section>
  );
}
