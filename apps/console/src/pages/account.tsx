import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { api, read, type Account } from '../api.js';
import { State } from '../parts/badge.js';
import { Confirm } from '../parts/confirm.js';
import { Copy } from '../parts/copy.js';
import { Page, Section } from '../parts/page.js';
import { Problem } from '../parts/problem.js';
import { Time } from '../parts/time.js';
import { account as route } from '../router.js';
import { Profiles } from './profiles.js';

const Week = lazy(() => import('./week.js').then(({ Week: component }) => ({ default: component })));

export function AccountPage() {
  const { sub } = route.useParams();
  const found = useQuery({
    queryKey: ['account', sub],
    queryFn: () => read(api.GET('/admin/v1/accounts/{sub}', { params: { path: { sub } } })),
  });
  const account = found.data?.account;
  if (!account)
    return (
      <Page title="Account">{found.error ? <Problem error={found.error} /> : <p className="dim">Reading…</p>}</Page>
    );
  return (
    <Page title={account.name ?? account.email ?? sub} aside={<State is={account.access} />}>
      <Facts account={account} />
      <Profiles account={account} />
      <Suspense fallback={<p className="dim">Reading the week…</p>}>
        <Week account={account} />
      </Suspense>
      <Grants account={account} />
    </Page>
  );
}

function Facts({ account }: { account: Account }) {
  return (
    <dl className="facts card">
      <dt>Id</dt>
      <dd>
        <Copy value={account.sub} label="the id" />
      </dd>
      <dt>E-mail</dt>
      <dd>{account.email ?? <span className="dim">none that anybody vouches for</span>}</dd>
      <dt>Application</dt>
      <dd>
        <Link to="/applications/$clientId" params={{ clientId: account.client_id }}>
          {account.application_name}
        </Link>
      </dd>
      <dt>Time zone</dt>
      <dd>{account.default_tzid}</dd>
      <dt>Created</dt>
      <dd>
        <Time at={account.created_at} />
      </dd>
      <dt>Writes</dt>
      <dd>
        {account.pending_writes === 0 && account.refused_writes === 0 ? 'all are synced' : null}
        {account.pending_writes > 0 && (
          <span className="badge badge-accent">{account.pending_writes} pending</span>
        )}{' '}
        {account.refused_writes > 0 && <span className="badge badge-danger">{account.refused_writes} refused</span>}
      </dd>
      <dt>Availability</dt>
      <dd>
        <Link
          to="/applications/$clientId/availability"
          params={{ clientId: account.client_id }}
          search={{ sub: account.sub }}
        >
          why a time is not offered
        </Link>
      </dd>
      <dt>Audit</dt>
      <dd>
        <Link to="/audit" search={{ sub: account.sub }}>
          what administrators did
        </Link>
      </dd>
    </dl>
  );
}

function Grants({ account }: { account: Account }) {
  const client = useQueryClient();
  const revoke = async (grantId: string) => {
    await api.DELETE('/admin/v1/accounts/{sub}/grants/{grant_id}', {
      params: { path: { sub: account.sub, grant_id: grantId } },
    });
    await client.invalidateQueries({ queryKey: ['account', account.sub] });
  };
  return (
    <Section
      title="Grants"
      empty={
        account.grants.length === 0 &&
        'The application has no access: its user has revoked it, or never finished the journey.'
      }
    >
      <ul className="plain divided">
        {account.grants.map((grant) => (
          <li key={grant.grant_id} className="row between">
            <div>
              <div className="wrap-anywhere">
                {grant.scope.split(' ').map((one) => (
                  <code key={one}>{one}</code>
                ))}
              </div>
              <p className="dim">
                {grant.client_type} client, allowed <Time at={grant.created_at} /> · {grant.grant_id}
              </p>
            </div>
            <Confirm action="Revoke" title="Revoke this grant?" onConfirm={() => revoke(grant.grant_id)}>
              Its tokens are refused at once. With the last grant, the profiles of the account are disconnected, and the
              user has to go through the journey again.
            </Confirm>
          </li>
        ))}
      </ul>
    </Section>
  );
}
