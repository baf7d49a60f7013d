import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../api.js';
import { Empty } from '../parts/empty.js';
import { Allowed } from '../parts/allowed.js';
import { Confirm } from '../parts/confirm.js';
import { Copy } from '../parts/copy.js';
import { Page } from '../parts/page.js';
import { Problem } from '../parts/problem.js';
import { Time } from '../parts/time.js';

export function DevelopersPage() {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [key, setKey] = useState<string | null>(null);
  const list = useQuery({ queryKey: ['developers'], queryFn: () => read(api.GET('/admin/v1/developers')) });
  const refresh = () => client.invalidateQueries({ queryKey: ['developers'] });
  const create = useMutation({
    mutationFn: () => read(api.POST('/admin/v1/developers', { body: { name } })),
    onSuccess: async (made) => {
      setKey(made.key);
      setName('');
      await refresh();
    },
  });
  const replace = async (developer_id: string) => {
    const made = await read(
      api.POST('/admin/v1/developers/{developer_id}/key', { params: { path: { developer_id } } }),
    );
    setKey(made.key);
  };
  const remove = async (developer_id: string) => {
    await api.DELETE('/admin/v1/developers/{developer_id}', { params: { path: { developer_id } } });
    await refresh();
  };
  return (
    <Page title="Developers">
      <p className="dim">
        Each has a key for the admin API and for this console, which manages only its own applications.
      </p>
      <Problem error={list.error ?? create.error} />
      {key !== null && (
        <div className="notice notice-ok stack-s">
          <p>The key is shown only now:</p>
          <Copy value={key} label="the key" />
        </div>
      )}
      <Allowed role="admin">
        <form
          className="row"
          onSubmit={(event) => {
            event.preventDefault();
            create.mutate();
          }}
        >
          <input
            className="grow"
            aria-label="Name of a new developer"
            placeholder="Name of a new developer"
            required
            maxLength={200}
            value={name}
            onChange={(e) => setName(e.target.value)}
          />
          <button disabled={create.isPending}>Create</button>
        </form>
      </Allowed>
      {list.data?.developers.length === 0 && <Empty>None yet. The admin key manages all applications.</Empty>}
      <ul className="plain divided card" hidden={list.data?.developers.length === 0}>
        {list.data?.developers.map((developer) => (
          <li key={developer.developer_id} className="row between">
            <div>
              <strong>{developer.name}</strong>
              <p className="dim">
                {developer.applications === 1 ? '1 application' : `${developer.applications} applications`}, created{' '}
                <Time at={developer.created_at} /> · {developer.developer_id}
              </p>
            </div>
            <div className="row">
              <Confirm
                role="admin"
                action="Replace key"
                title={`Replace the key of ${developer.name}?`}
                onConfirm={() => replace(developer.developer_id)}
              >
                The old key is refused at once, and its sign-ins to the console end.
              </Confirm>
              <Confirm
                role="admin"
                action="Delete"
                title={`Delete ${developer.name}?`}
                onConfirm={() => remove(developer.developer_id)}
              >
                Its applications have to be deleted first.
              </Confirm>
            </div>
          </li>
        ))}
      </ul>
    </Page>
  );
}
