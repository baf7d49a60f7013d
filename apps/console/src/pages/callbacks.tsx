import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read, type Schemas } from '../api.js';
import { Empty } from '../parts/empty.js';
import { State } from '../parts/badge.js';
import { Allowed } from '../parts/allowed.js';
import { More } from '../parts/more.js';
import { Confirm } from '../parts/confirm.js';
import { Section } from '../parts/page.js';
import { Problem } from '../parts/problem.js';
import { Time } from '../parts/time.js';
import { Comparison } from './comparison.js';

type Callback = Schemas['Callback'];
type Status = Callback['status'];

type Attempt = Callback['attempts'][number];

const causes: readonly (readonly [RegExp, string])[] = [
  [
    /CERT|certificate|self.signed|TLS|SSL|altname/i,
    'The certificate of the receiver is not valid: renew or correct it there.',
  ],
  [
    /ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENOTFOUND/,
    'Nothing answers at the address: see whether the receiver runs and its name is right.',
  ],
  [/^timeout/, 'The receiver took too long: let it answer at once and do the work afterwards.'],
  [/^redirect/, 'The URL redirects: register the address to which it leads.'],
  [/^status: 410/, 'The receiver answered 410, so the URL was disabled: enable it once the receiver works again.'],
  [/^status: 40[13]/, 'The receiver refuses the callback: see how it verifies the signature, and with which secret.'],
  [/^status: 404/, 'The receiver has nothing at this URL: correct the URL.'],
  [/^status: 5/, 'The receiver failed: its own log has the reason.'],
];

/** Why an attempt failed, and what to do. */
function inWords({ error }: Attempt): string {
  const cause = causes.find(([pattern]) => pattern.test(error!))?.[1];
  return cause ? `${cause} (${error})` : error!;
}

const statuses: readonly Status[] = ['pending', 'delivered', 'failed', 'disabled'];

interface Filter {
  status?: Status;
  url?: string;
}

/** What was sent to the application, each attempt with its answer; URLs that are disabled. */
export function Callbacks({ clientId }: { clientId: string }) {
  const [filter, setFilter] = useState<Filter>({});
  const path = { client_id: clientId };
  const list = useInfiniteQuery({
    queryKey: ['callbacks', clientId, filter],
    queryFn: async ({ pageParam }) => {
      if (pageParam === undefined)
        return read(api.GET('/admin/v1/applications/{client_id}/callbacks', { params: { path, query: filter } }));
      const params = { path: { ...path, cursor: pageParam } };
      return read(api.GET('/admin/v1/applications/{client_id}/callbacks/pages/{cursor}', { params }));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pages }) => pages.next_page?.split('/').at(-1),
    placeholderData: (before) => before,
  });
  const callbacks = list.data?.pages.flatMap((page) => page.callbacks) ?? [];
  const total = list.data?.pages[0]?.total_callbacks ?? 0;
  return (
    <Section title="Callbacks">
      <Problem error={list.error} />
      <Disabled clientId={clientId} />
      <Filters filter={filter} seen={callbacks.map(({ url }) => url)} onChange={setFilter} />
      <div className="row between">
        <span className="dim">{total === 1 ? '1 callback' : `${total.toLocaleString('en')} callbacks`}</span>
        {total > 0 && <ReplayMany clientId={clientId} filter={filter} total={total} />}
      </div>
      {list.isSuccess && callbacks.length === 0 && (
        <Empty>
          {filter.status || filter.url
            ? 'None matches: choose another status or URL.'
            : 'Nothing has been sent yet. The first reply to a Smart Invite, or a push channel, sends a callback.'}
        </Empty>
      )}
      <ul className="plain divided">
        {callbacks.map((callback) => (
          <One key={callback.callback_id} clientId={clientId} callback={callback} />
        ))}
      </ul>
      <More list={list} title="Earlier callbacks" />
    </Section>
  );
}

interface FiltersProps {
  filter: Filter;
  /** URLs of the callbacks that are shown. */
  seen: readonly string[];
  onChange: (filter: Filter) => void;
}

function Filters({ filter, seen, onChange }: FiltersProps) {
  const urls = [...new Set([...(filter.url ? [filter.url] : []), ...seen])].sort();
  const { status, url } = filter;
  const change = (next: { status?: string | undefined; url?: string | undefined }) =>
    onChange(Object.fromEntries(Object.entries({ ...filter, ...next }).filter(([, value]) => value)) as Filter);
  return (
    <div className="row filters">
      <select
        aria-label="Status"
        className="select-s"
        value={status ?? ''}
        onChange={(e) => change({ status: e.target.value })}
      >
        <option value="">every status</option>
        {statuses.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      <select
        aria-label="URL"
        className="select-s select-wide"
        value={url ?? ''}
        onChange={(e) => change({ url: e.target.value })}
      >
        <option value="">every URL</option>
        {urls.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </div>
  );
}

const most = 500;

function ReplayMany({ clientId, filter, total }: { clientId: string; filter: Filter; total: number }) {
  const client = useQueryClient();
  const [done, setDone] = useState<string | null>(null);
  const replay = async () => {
    const params = { path: { client_id: clientId } };
    const { replayed, left } = await read(
      api.POST('/admin/v1/applications/{client_id}/callbacks/replay', { params, body: filter }),
    );
    setDone(`${replayed} are sent again${left > 0 ? `, ${left} are left` : ''}.`);
    await client.invalidateQueries({ queryKey: ['callbacks', clientId] });
  };
  const count = Math.min(total, most);
  return (
    <span className="row">
      {done && <span role="status">{done}</span>}
      <Confirm
        role="operator"
        action={`Send ${count === 1 ? 'it' : `these ${count}`} again`}
        title="Send callbacks again?"
        onConfirm={replay}
      >
        {count === 1 ? '1 callback is' : `${count} callbacks are`} sent again in their order, each under its webhook-id,
        so that a receiver can recognise what it has handled already.
        {total > most && ` ${total - most} more match: repeat it for those.`} Those whose URL is disabled wait until it
        is enabled.
      </Confirm>
    </span>
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
        {endpoint.reason === 'gone' && ': it answered 410, which means that it wants no more callbacks'}
        {endpoint.failing_since && (
          <>
            ; the first failure was <Time at={endpoint.failing_since} />
          </>
        )}
        ; {endpoint.waiting === 1 ? '1 callback waits' : `${endpoint.waiting} callbacks wait`}.{' '}
        {endpoint.status === 'disabled' && 'Enable it once the receiver works again.'}
      </span>
      {endpoint.status === 'disabled' && (
        <Allowed role="operator">
          <button type="button" className="button-s" onClick={() => void enable(endpoint.url)}>
            Enable
          </button>
        </Allowed>
      )}
    </div>
  ));
}

function One({ clientId, callback }: { clientId: string; callback: Callback }) {
  const client = useQueryClient();
  const [compares, setCompares] = useState(false);
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
                {attempt.error !== null && <p>{inWords(attempt)}</p>}
                {attempt.answer !== '' && <pre>{attempt.answer}</pre>}
              </li>
            ))}
          </ol>
          <Problem error={error} />
          <div className="row">
            <Allowed role="operator">
              <button type="button" className="button-quiet button-s" onClick={() => void replay()}>
                Send it again
              </button>
            </Allowed>
            {callback.attempts.some(({ error }) => error !== null) && (
              <button
                type="button"
                className="button-quiet button-s"
                aria-expanded={compares}
                onClick={() => setCompares(!compares)}
              >
                Compare with one that worked
              </button>
            )}
          </div>
          {compares && <Comparison clientId={clientId} callback={callback} />}
        </div>
      </details>
    </li>
  );
}
