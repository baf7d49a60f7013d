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
        <div className="table-wrap">
          <table>
            <thead>
              <tr>
                <th>Requests</th>
                <th>Refused</th>
                <th>The newest</th>
              </tr>
            </thead>
            <tbody>
              {errors.map((error) => (
                <tr key={`${error.method} ${error.path} ${error.status} ${error.code}`}>
                  <td>
                    <strong>{error.count.toLocaleString('en')}</strong>
                  </td>
                  <td>
                    <code className="wrap-anywhere">
                      {error.method} {error.path}
                    </code>
                    <p>
                      <span className={`badge ${error.status >= 500 ? 'badge-danger' : 'badge-warn'}`}>
                        {error.status}
                      </span>{' '}
                      <a href={error.documentation}>{error.code}</a>
                    </p>
                  </td>
                  <td>
                    <p>{error.example.description || '–'}</p>
                    <p className="dim wrap-anywhere">
                      <Time at={error.example.at} /> · {error.example.request_id}
                    </p>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {list.data?.truncated && <p className="dim">Only the 200 most frequent are shown.</p>}
    </Section>
  );
}
