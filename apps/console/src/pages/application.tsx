import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, read, type Application } from '../api.js';
import { Allowed } from '../parts/allowed.js';
import { Confirm } from '../parts/confirm.js';
import { Copy } from '../parts/copy.js';
import { Page, Section } from '../parts/page.js';
import { Problem } from '../parts/problem.js';
import { Time } from '../parts/time.js';
import { application as route } from '../router.js';
import { Branding } from './branding.js';
import { Callbacks } from './callbacks.js';
import { Errors } from './errors.js';
import { Usage } from './usage.js';
import { ApplicationForm } from './application-form.js';

type View = 'activity' | 'settings';

export function ApplicationPage() {
  const { clientId } = route.useParams();
  const view: View = route.useSearch().view ?? 'activity';
  const list = useQuery({ queryKey: ['applications'], queryFn: () => read(api.GET('/admin/v1/applications')) });
  const application = list.data?.applications.find((one) => one.client_id === clientId);
  if (!application)
    return (
      <Page title="Application">
        {list.data ? <p>There is no such application.</p> : <Problem error={list.error} />}
      </Page>
    );
  return (
    <Page
      title={application.name}
      aside={
        <Link to="/applications/$clientId/availability" params={{ clientId }}>
          Why is a time not offered?
        </Link>
      }
    >
      <p>
        client_id <Copy value={clientId} label="the client_id" />
      </p>
      <Tabs clientId={clientId} view={view} />
      {view === 'settings' ? <Settings application={application} /> : <Activity clientId={clientId} />}
    </Page>
  );
}

function Tabs({ clientId, view }: { clientId: string; view: View }) {
  const tabs: readonly (readonly [View, string])[] = [
    ['activity', 'Activity'],
    ['settings', 'Settings'],
  ];
  return (
    <nav className="tabs" aria-label="Parts of the page">
      {tabs.map(([one, title]) => (
        <Link
          key={one}
          to="/applications/$clientId"
          params={{ clientId }}
          search={{ view: one === 'activity' ? undefined : one }}
          activeOptions={{ exact: true, explicitUndefined: true }}
          aria-current={one === view ? 'page' : undefined}
        >
          {title}
        </Link>
      ))}
      <Link to="/applications/$clientId/booking-links" params={{ clientId }} search={{ status: undefined }}>
        Booking links
      </Link>
      <Link to="/accounts" search={{ client_id: clientId }}>
        Accounts
      </Link>
    </nav>
  );
}

/** What happens with the application. */
const Activity = ({ clientId }: { clientId: string }) => (
  <>
    <Errors clientId={clientId} />
    <Callbacks clientId={clientId} />
    <FindInvite clientId={clientId} />
    <Usage clientId={clientId} />
  </>
);

function Settings({ application }: { application: Application }) {
  const { client_id } = application;
  return (
    <>
      <Allowed role="admin">
        <ApplicationForm key={client_id} application={application} />
        <Branding key={`branding ${client_id}`} application={application} />
      </Allowed>
      <Secrets application={application} />
      <Allowed role="admin">
        <Delete application={application} />
      </Allowed>
    </>
  );
}

function Secrets({ application: { client_id, secrets } }: { application: Application }) {
  const client = useQueryClient();
  const [secret, setSecret] = useState<string | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: ['applications'] });
  const add = () =>
    read(api.POST('/admin/v1/applications/{client_id}/secrets', { params: { path: { client_id } } })).then((made) => {
      setSecret(made.client_secret);
      return refresh();
    }, setError);
  const remove = async (secret_id: string) => {
    await api.DELETE('/admin/v1/applications/{client_id}/secrets/{secret_id}', {
      params: { path: { client_id, secret_id } },
    });
    await refresh();
  };
  return (
    <Section
      title="Secrets"
      aside={
        <Allowed role="admin">
          <button type="button" className="button-quiet button-s" onClick={() => void add()}>
            Add a secret
          </button>
        </Allowed>
      }
    >
      <Problem error={error} />
      {secret !== null && (
        <div className="notice notice-ok stack-s">
          <p>The secret is shown only now:</p>
          <Copy value={secret} label="the secret" />
        </div>
      )}
      <p className="dim">
        To replace a secret without downtime: add one, deploy it, delete the old one. Callbacks are signed with all of
        them.
      </p>
      <ul className="plain divided">
        {secrets.map(({ secret_id, created_at }) => (
          <li key={secret_id} className="row between">
            <span>
              <code>{secret_id}</code>{' '}
              <span className="dim">
                created <Time at={created_at} />
              </span>
            </span>
            {secrets.length > 1 && (
              <Confirm role="admin" action="Delete" title="Delete this secret?" onConfirm={() => remove(secret_id)}>
                Calls with it are refused at once, and callbacks are no longer signed with it. Make sure that the
                application uses another one.
              </Confirm>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function FindInvite({ clientId }: { clientId: string }) {
  const [id, setId] = useState('');
  const navigate = useNavigate();
  return (
    <Section title="Smart Invites">
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault();
          void navigate({
            to: '/applications/$clientId/smart-invites/$inviteId',
            params: { clientId, inviteId: id.trim() },
          });
        }}
      >
        <input
          className="grow"
          aria-label="smart_invite_id"
          placeholder="smart_invite_id"
          required
          value={id}
          onChange={(e) => setId(e.target.value)}
        />
        <button className="button-quiet">Show</button>
      </form>
    </Section>
  );
}

function Delete({ application: { client_id, name } }: { application: Application }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const remove = async () => {
    await api.DELETE('/admin/v1/applications/{client_id}', { params: { path: { client_id } } });
    await client.invalidateQueries({ queryKey: ['applications'] });
    await navigate({ to: '/applications' });
  };
  return (
    <Section
      title="Delete"
      aside={
        <Confirm role="admin" action="Delete" title={`Delete ${name}?`} onConfirm={remove}>
          All of its accounts are erased in every service, with tokens, invites and callbacks. Calendars at providers
          stay as they are. This cannot be undone.
        </Confirm>
      }
    >
      <p className="dim">With all of its accounts and their data.</p>
    </Section>
  );
}
