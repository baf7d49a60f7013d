import { useQuery } from '@tanstack/react-query';
import { api, read } from '../api.js';
import { Section } from '../parts/page.js';
import { Problem } from '../parts/problem.js';
import { Time } from '../parts/time.js';

/** What was refused of the application's requests in the last day, each kind with its newest example. */
export function Errors({ clientId }: { clientId: string }) {
  const list = useQuery({
    queryKey: ['errors', clientId],
    queryFn: () =>
      read(api.GET('/admin/v1/applications/{client_id}/errors', { params: { path: { client_id: clientId } } })),
    refetchInterval: 15_000,
  });
  const errors = list.data?.errors ?? [];
  return (
    <Section
      title="Errors of the last 24 hours"
      empty={list.isSuccess && errors.length === 0 && 'None: no request was refused.'}
    >
      <Problem error={list.error} />
      {errors.length > 0 && (
        <ul className="plain divided">
          {errors.map((error) => (
            <li key={`${error.method} ${error.path} ${error.status} ${error.code}`} className="stack-s">
              <div className="row between">
                <span className="row">
                  <span className={`badge ${error.status >= 500 ? 'badge-danger' : 'badge-warn'}`}>{error.status}</span>
                  <code className="wrap-anywhere">
                    {error.method} {error.path}
                  </code>
                  <a href={error.documentation}>{error.code}</a>
                </span>
                <strong>{error.count === 1 ? 'once' : `${error.count.toLocaleString('en')} times`}</strong>
              </div>
              {error.example.description && <p>{error.example.description}</p>}
              <p className="dim wrap-anywhere">
                The newest <Time at={error.example.at} />, request {error.example.request_id}
              </p>
            </li>
          ))}
        </ul>
      )}
      {list.data?.truncated && <p className="dim">Only the 200 most frequent are shown.</p>}
    </Section>
  );
}
