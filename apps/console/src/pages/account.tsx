import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { api, read, type Account } from '../api.js';
import { useHasRole } from '../parts/allowed.js';
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
      <Unfinished account={account} />
      <Suspense fallback={<p className="dim">Reading the week…</p>}>
        <Week account={account} />
      </Suspense>
      <Grants account={account} />
      <AccountLink sub={account.sub} />
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
        {account.pending_writes === 0 && account.unfinished_writes.length === 0 ? 'all are synced' : null}
        {account.pending_writes > 0 && (
          <span className="badge badge-accent">{account.pending_writes} pending</span>
        )}{' '}
        {account.waiting_writes !== null && account.waiting_writes > 0 && (
          <span className="badge badge-warn">{account.waiting_writes} wait for their provider</span>
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

/** Writes that providers have not, with the reason and what to do. */
function Unfinished({ account }: { account: Account }) {
  if (account.unfinished_writes.length === 0) return null;
  return (
    <Section title="Writes that its providers do not have">
      <ul className="plain divided">
        {account.unfinished_writes.map((write) => (
          <li key={`${write.calendar_id} ${write.event_uid} ${write.since}`} className="stack-s">
            <div className="row between">
              <span className="row">
                <State is={write.state} />
                <Link
                  to="/accounts/$sub/events/$calendarId/$eventUid"
                  params={{ sub: account.sub, calendarId: write.calendar_id, eventUid: write.event_uid }}
                >
                  {write.operation === 'delete' ? 'the deletion of an event' : 'an event'}
                </Link>
              </span>
              <span className="dim">
                since <Time at={write.since} />
              </span>
            </div>
            {write.reason && <p>{write.reason}</p>}
            {write.advice && (
              <p>
                <strong>What to do:</strong> {write.advice}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** A link that reads this account and nothing else, for who administers it at a customer. */
function AccountLink({ sub }: { sub: string }) {
  const isAdmin = useHasRole('admin');
  const create = useMutation({
    mutationFn: () =>
      read(api.POST('/admin/v1/console_links', { body: { role: 'viewer', sub, session_seconds: 3_600 } })),
  });
  if (!isAdmin) return null;
  return (
    <Section
      title="Link for a customer’s administrator"
      aside={
        <button
          type="button"
          className="button-quiet button-s"
          disabled={create.isPending}
          onClick={() => create.mutate()}
        >
          Create a link
        </button>
      }
    >
      <Problem error={create.error} />
      {create.data ? (
        <div className="notice notice-ok stack-s">
          <p>
            The link is shown only now. It has to be opened once before <Time at={create.data.expires_at} />:
          </p>
          <Copy value={create.data.url} label="the link" />
        </div>
      ) : (
        <p className="dim">Who opens it reads this account and nothing else, for an hour, and changes nothing.</p>
      )}
    </Section>
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
            <Confirm
              role="operator"
              action="Revoke"
              title="Revoke this grant?"
              onConfirm={() => revoke(grant.grant_id)}
            >
              Its tokens are refused at once. With the last grant, the profiles of the account are disconnected, and the
              user has to go through the journey again.
            </Confirm>
          </li>
        ))}
      </ul>
    </Section>
  );
}
