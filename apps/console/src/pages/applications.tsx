import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api, read } from '../api.js';
import { Allowed } from '../parts/allowed.js';
import { Copy } from '../parts/copy.js';
import { linesOf } from '../parts/lines.js';
import { Page, Section } from '../parts/page.js';
import { Field } from '../parts/field.js';
import { Problem } from '../parts/problem.js';
import { Table } from '../parts/table.js';

export function ApplicationsPage() {
  const list = useQuery({ queryKey: ['applications'], queryFn: () => read(api.GET('/admin/v1/applications')) });
  const applications = list.data?.applications ?? [];
  return (
    <Page title="Applications">
      <Problem error={list.error} />
      {applications.length > 0 && (
        <Table isCard columns={['Application', 'Plan', 'Client', 'Redirect addresses']}>
          {applications.map((one) => (
            <tr key={one.client_id}>
              <td>
                <Link to="/applications/$clientId" params={{ clientId: one.client_id }}>
                  {one.name}
                </Link>
                <div className="dim wrap-anywhere">{one.client_id}</div>
              </td>
              <td>{one.plan}</td>
              <td>{one.client_type}</td>
              <td className="wrap-anywhere">{one.redirect_uris.join(', ')}</td>
            </tr>
          ))}
        </Table>
      )}
      <Allowed role="admin">
        <Create />
      </Allowed>
    </Page>
  );
}

function Create() {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [addresses, setAddresses] = useState('');
  const create = useMutation({
    mutationFn: () => read(api.POST('/admin/v1/applications', { body: { name, redirect_uris: linesOf(addresses) } })),
    onSuccess: async () => {
      setName('');
      setAddresses('');
      await client.invalidateQueries({ queryKey: ['applications'] });
    },
  });
  return (
    <Section title="New application">
      {create.data && (
        <div className="notice notice-ok stack-s">
          <p>{create.data.name} was created. Its secret, which is also its API key, is shown only now:</p>
          <p>
            client_id <Copy value={create.data.client_id} label="the client_id" />
          </p>
          <p>
            client_secret <Copy value={create.data.client_secret} label="the client_secret" />
          </p>
        </div>
      )}
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate();
        }}
      >
        <Problem error={create.error} />
        <Field label="Name, which users see">
          <input required maxLength={200} value={name} onChange={(e) => setName(e.target.value)} />
        </Field>
        <Field label="Redirect addresses, one per line">
          <textarea
            required
            rows={2}
            value={addresses}
            onChange={(e) => setAddresses(e.target.value)}
            placeholder="https://app.example.com/oauth/callback"
          />
        </Field>
        <button disabled={create.isPending}>Create application</button>
      </form>
    </Section>
  );
}
