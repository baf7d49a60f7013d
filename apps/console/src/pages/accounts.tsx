import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api, read, type AccountSummary } from '../api.js';
import { Empty } from '../parts/empty.js';
import { State } from '../parts/badge.js';
import { More } from '../parts/more.js';
import { Page } from '../parts/page.js';
import { Problem } from '../parts/problem.js';
import { Table } from '../parts/table.js';
import { Time } from '../parts/time.js';
import { providerName } from '../parts/provider-name.js';
import { accounts as route } from '../router.js';

/** Waits until nobody has typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 250);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

export function AccountsPage() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/accounts' });
  const [text, setText] = useState(search.query ?? '');
  const query = useSettled(text.trim()) || undefined;
  useEffect(() => {
    void navigate({ search: (before) => ({ ...before, query }), replace: true });
  }, [query, navigate]);
  const list = useInfiniteQuery({
    queryKey: ['accounts', { ...search, query }],
    queryFn: ({ pageParam }) =>
      read(api.GET('/admin/v1/accounts', { params: { query: { ...search, query, after: pageParam } } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_after }) => next_after ?? undefined,
    placeholderData: (before) => before,
  });
  const found = list.data?.pages.flatMap((page) => page.accounts) ?? [];
  return (
    <Page title="Accounts">
      <div className="row filters">
        <input
          type="search"
          aria-label="Search accounts"
          placeholder="Name, e-mail address or id"
          value={text}
          onChange={(e) => setText(e.target.value)}
        />
        <label className="row check">
          <input
            type="checkbox"
            checked={search.failing === true}
            onChange={(e) =>
              void navigate({ search: (before) => ({ ...before, failing: e.target.checked ? true : undefined }) })
            }
          />
          Only those that cannot be read
        </label>
        <label className="row check">
          <input
            type="checkbox"
            checked={search.abandoned === true}
            onChange={(e) =>
              void navigate({ search: (before) => ({ ...before, abandoned: e.target.checked ? true : undefined }) })
            }
          />
          Only abandoned ones
        </label>
        {search.provider_name !== undefined && (
          <button
            type="button"
            className="button-quiet button-s"
            onClick={() => void navigate({ search: (before) => ({ ...before, provider_name: undefined }) })}
          >
            Only at {providerName(search.provider_name)} <span aria-hidden="true">×</span>
            <span className="visually-hidden">: show all</span>
          </button>
        )}
      </div>
      <Problem error={list.error} />
      <AccountTable accounts={found} />
      {!list.isPending && found.length === 0 && (
        <Empty>No account matches. A word of the search must begin a word of the name, address or id.</Empty>
      )}
      <More list={list} title="More accounts" />
    </Page>
  );
}

export function AccountTable({ accounts }: { accounts: readonly AccountSummary[] }) {
  if (accounts.length === 0) return null;
  return (
    <Table isCard columns={['Account', 'Application', 'Profiles', 'Access', 'Created']}>
      {accounts.map((one) => (
        <tr key={one.sub}>
          <td>
            <Link to="/accounts/$sub" params={{ sub: one.sub }}>
              {one.name ?? one.email ?? one.sub}
            </Link>
            <div className="dim">{one.name === null ? one.sub : (one.email ?? one.sub)}</div>
          </td>
          <td>{one.application_name}</td>
          <td>
            {one.failing_profiles > 0 ? (
              <span className="badge badge-danger">
                {one.failing_profiles} of {one.profiles} not read
              </span>
            ) : (
              <span className="badge badge-ok">{one.profiles === 1 ? '1 profile' : `${one.profiles} profiles`}</span>
            )}
          </td>
          <td>
            <State is={one.abandoned_at === null ? one.access : 'abandoned'} />
            {one.abandoned_at !== null && (
              <div className="dim">
                <Time at={one.abandoned_at} />
              </div>
            )}
          </td>
          <td className="nowrap">
            <Time at={one.created_at} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
