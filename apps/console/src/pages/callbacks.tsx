import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read, type Schemas } from '../api.js';
import { State } from '../parts/badge.js';
import { Section } from '../parts/page.js';
import { Problem } from '../parts/problem.js';
import { Time } from '../parts/time.js';

type Callback = Schemas['Callback'];
type Status = Callback['status'];

const statuses: readonly Status[] = ['pending', 'delivered', 'failed', 'disabled'];

/** What was sent to the application, each attempt with its answer; URLs that are disabled. */
export function Callbacks({ clientId }: { clientId: string }) {
  const [status, setStatus] = useState<Status | ''>('');
  const path = { client_id: clientId };
  const list = useInfiniteQuery({
    queryKey: ['callbacks', clientId, status],
    queryFn: async ({ pageParam }) => {
      if (pageParam === undefined)
        return read(
          api.GET('/admin/v1/applications/{client_id}/callbacks', {
            params: { path, query: status === '' ? {} : { status } },
          }),
        );
      const params = { path: { ...path, cursor: pageParam } };
      return read(api.GET('/admin/v1/applications/{client_id}/callbacks/pages/{cursor}', { params }));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pages }) => pages.next_page?.split('/').at(-1),
  });
  const callbacks = list.data?.pages.flatMap((page) => page.callbacks) ?? [];
  return (
    <Section
      title="Callbacks"
      aside={
        <select
          aria-label="Status"
          className="select-s"
          value={status}
          onChange={(e) => setStatus(e.target.value as Status | '')}
        >
          <option value="">every status</option>
          {statuses.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      }
    >
      <Problem error={list.error} />
      <Disabled clientId={clientId} />
      {list.isSuccess && callbacks.length === 0 && <p className="dim empty">None.</p>}
      <ul className="plain divided">
        {callbacks.map((callback) => (
          <One key={callback.callback_id} clientId={clientId} callback={callback} />
        ))}
      </ul>
      {list.hasNextPage && (
        <button type="button" className="button-quiet button-s" onClick={() => void list.fetchNextPage()}>
          Earlier callbacks
        </button>
      )}
    </Section>
  );
}

function Disabled({ clientId }: { clientId: string }) {
  const client = useQueryClient();
  const params = { path: { client_id: clientId } };
  const list = useQuery({
    queryKey: ['endpoints', clientId],
    queryFn: () => read(api.GET('/admin/v1/applications/{client_id}/callback_endpoints', { params })),
  });
  const enable = async (url: string) => {
    await api.POST('/admin/v1/applications/{client_id}/callback_endpoints/enable', { params, body: { url } });
    await client.invalidateQueries({ queryKey: ['endpoints', clientId] });
  };
  return list.data?.callback_endpoints.map((endpoint) => (
    <div
      key={endpoint.url}
      className={`notice row between ${endpoint.status === 'disabled' ? 'notice-danger' : 'notice-warn'}`}
    >
      <span className="wrap-anywhere">
        <strong>{endpoint.url}</strong> is {endpoint.status}
        {endpoint.reason === 'gone' && ': it answered 410'}
        {endpoint.failing_since && (
          <>
            , failing since <Time at={endpoint.failing_since} />
          </>
        )}
        ; {endpoint.waiting} callbacks wait.
      </span>
      {endpoint.status === 'disabled' && (
        <button type="button" className="button-s" onClick={() => void enable(endpoint.url)}>
          Enable
        </button>
      )}
    </div>
  ));
}

function One({ clientId, callback }: { clientId: string; callback: Callback }) {
  const client = useQueryClient();
  const [error, setError] = useState<Error | null>(null);
  const replay = () =>
    api
      .POST('/admin/v1/applications/{client_id}/callbacks/{callback_id}/replay', {
        params: { path: { client_id: clientId, callback_id: callback.callback_id } },
      })
      .then(() => client.invalidateQueries({ queryKey: ['callbacks', clientId] }), setError);
  return (
    <li>
      <details>
        <summary className="row between">
          <span className="row">
            <State is={callback.status} />
            <strong>{callback.type.replaceAll('_', ' ')}</strong>
            <span className="dim wrap-anywhere">{callback.smart_invite_id ?? callback.channel_id ?? ''}</span>
          </span>
          <span className="dim">
            {callback.attempts.length === 1 ? '1 attempt' : `${callback.attempts.length} attempts`},{' '}
            <Time at={callback.created_at} />
          </span>
        </summary>
        <div className="stack-s attempts">
          <p className="dim wrap-anywhere">
            POST {callback.url} · {callback.callback_id}
          </p>
          <ol className="steps">
            {callback.attempts.map((attempt) => (
              <li key={attempt.at}>
                <div className="row">
                  <State is={attempt.error === null ? 'delivered' : 'failed'} />
                  <strong>{attempt.status_code ?? 'no answer'}</strong>
                  <span className="dim">
                    {attempt.duration_ms} ms, <Time at={attempt.at} />
                  </span>
                </div>
                {attempt.error !== null && <p>{attempt.error}</p>}
                {attempt.answer !== '' && <pre>{attempt.answer}</pre>}
              </li>
            ))}
          </ol>
          <Problem error={error} />
          <button type="button" className="button-quiet button-s" onClick={() => void replay()}>
            Send it again
          </button>
        </div>
      </details>
    </li>
  );
}
