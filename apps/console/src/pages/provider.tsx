import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, read, type Schemas } from '../api.js';
import { Allowed } from '../parts/allowed.js';
import { State } from '../parts/badge.js';
import { Bars } from '../parts/bars.js';
import { BudgetChart, BudgetWarning } from '../parts/budget.js';
import { Copy } from '../parts/copy.js';
import { Section } from '../parts/page.js';
import { Problem } from '../parts/problem.js';
import { providerName } from '../parts/provider-name.js';
import { Table } from '../parts/table.js';
import { Time } from '../parts/time.js';

type Provider = Schemas['Provider'];
type Finding = Schemas['ProviderFinding'];

interface ProviderProps {
  provider: Provider;
  activity: Schemas['Activity']['providers'][number] | undefined;
}

/** One provider: its client, its profiles, its budget. */
export function ProviderSection({ provider, activity }: ProviderProps) {
  const client = useQueryClient();
  const check = useMutation({
    mutationFn: () =>
      read(api.POST('/admin/v1/providers/{provider}/check', { params: { path: { provider: provider.provider } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: ['providers'] }),
  });
  return (
    <Section
      title={provider.name}
      aside={
        <div className="row">
          <State is={stateOf(provider)} />
          {provider.configured && (
            <Allowed role="operator">
              <button
                type="button"
                className="button-quiet button-s"
                disabled={check.isPending}
                onClick={() => check.mutate()}
              >
                {check.isPending ? 'Checking…' : 'Check the client'}
                <span className="visually-hidden"> at {provider.name}</span>
              </button>
            </Allowed>
          )}
        </div>
      }
    >
      <Problem error={check.error} />
      {provider.configured ? <Client provider={provider} /> : <NotConfigured provider={provider} />}
      {provider.budget && <BudgetWarning budget={provider.budget} name={provider.name} />}
      <Profiles provider={provider} />
      {provider.configured && <Requests provider={provider} activity={activity} />}
    </Section>
  );
}

function stateOf({ configured, result }: Provider): string {
  if (!configured) return 'not configured';
  return result ?? 'not checked';
}

function NotConfigured({ provider: { name, settings } }: { provider: Provider }) {
  return (
    <p>
      Users cannot connect calendars at {name}: set{' '}
      {settings.map((one, index) => (
        <span key={one}>
          {index > 0 && ' and '}
          <code>{one}</code>
        </span>
      ))}
      , and start Kalends again.
    </p>
  );
}

/** Where the client is registered, and what is right and wrong with it. */
function Client({ provider: { name, redirect_address: address, checked_at: at, findings } }: { provider: Provider }) {
  const right = findings.filter(({ result }) => result === 'ok');
  return (
    <>
      <dl className="facts">
        <dt>Redirect address</dt>
        <dd>{address !== null && <Copy value={address} label="the redirect address" />}</dd>
        <dt>Client</dt>
        <dd>
          {at === null ? (
            'not checked since it was configured'
          ) : (
            <>
              checked <Time at={at} />
            </>
          )}
          {right.map(({ check, detail }) => (
            <div key={check} className="dim">
              {detail}
            </div>
          ))}
        </dd>
      </dl>
      {findings
        .filter(({ result }) => result !== 'ok')
        .map((one) => (
          <Wrong key={one.check} finding={one} name={name} />
        ))}
    </>
  );
}

function Wrong({ finding: { result, detail, steps }, name }: { finding: Finding; name: string }) {
  return (
    <div className={`notice notice-${result === 'failed' ? 'danger' : 'warn'} stack-s`}>
      <p>
        {result === 'failed' && <strong>Users cannot connect at {name}. </strong>}
        {detail}
      </p>
      {steps.length > 0 && (
        <>
          <p>
            <strong>What to do:</strong>
          </p>
          <ol>
            {steps.map((step) => (
              <li key={step}>
                <Step text={step} />
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}

const address = /(https:\/\/(?:console\.cloud\.google\.com|entra\.microsoft\.com)[\w./-]*[\w/])/;

/** A step, in which the provider's own pages are links. */
const Step = ({ text }: { text: string }) =>
  text.split(address).map((part, index) =>
    index % 2 === 1 ? (
      <a key={part} href={part} target="_blank" rel="noreferrer">
        {part}
      </a>
    ) : (
      part
    ),
  );

const most = 10_000;
const counted = (n: number) => (n >= most ? `${most.toLocaleString('en')}+` : n.toLocaleString('en'));

const states = ['ok', 'pending', 'failing', 'set_aside', 'disconnected'] as const;
const failing: readonly string[] = ['failing', 'set_aside', 'disconnected'];

/** How many profiles are in which state; those that are not read lead to their accounts. */
function Profiles({ provider: { profiles } }: { provider: Provider }) {
  const some = profiles.filter((one) => states.some((state) => one[state] > 0));
  if (some.length === 0) return <p className="dim">Nobody has connected a calendar.</p>;
  return (
    <Table columns={['Profiles', 'Read', 'First read', 'Not read', 'Set aside', 'Disconnected']}>
      {some.map((one) => (
        <tr key={one.provider_name}>
          <td>{providerName(one.provider_name)}</td>
          {states.map((state) => (
            <td key={state}>
              {failing.includes(state) && one[state] > 0 ? (
                <Link to="/accounts" search={{ failing: true, provider_name: one.provider_name }}>
                  {counted(one[state])}
                </Link>
              ) : (
                counted(one[state])
              )}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  );
}

/** What was requested, hour by hour and against the limits. */
function Requests({ provider: { budget }, activity }: ProviderProps) {
  return (
    <div className="charts">
      <div className="stack-s">
        <h3>Requests against the limits</h3>
        {budget ? <BudgetChart budget={budget} /> : <p className="dim">calendar-sync does not answer at the moment.</p>}
      </div>
      <div className="stack-s">
        <h3>Requests per hour (UTC)</h3>
        {activity ? (
          <Bars
            height={140}
            hours={activity.hours.map(({ hour }) => hour)}
            series={[{ label: 'requests', tone: 'accent', values: activity.hours.map(({ requests }) => requests) }]}
          />
        ) : (
          <p className="dim">None in the last 24 hours.</p>
        )}
      </div>
    </div>
  );
}
