import { useInfiniteQuery } from '@tanstack/react-query';
import { api, read } from '../api.js';
import { More } from '../parts/more.js';
import { Page, Section } from '../parts/page.js';
import { Problem } from '../parts/problem.js';
import { audit as route } from '../router.js';
import { Entries } from './entries.js';

export function AuditPage() {
  const search = route.useSearch();
  const list = useInfiniteQuery({
    queryKey: ['audit', search],
    queryFn: ({ pageParam }) =>
      read(api.GET('/admin/v1/audit', { params: { query: { ...search, after: pageParam } } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_after }) => next_after ?? undefined,
  });
  return (
    <Page title="Audit">
      <p className="dim">What administrators changed and viewed. Entries are never changed or deleted.</p>
      <Problem error={list.error} />
      <Section title={search.sub ?? search.client_id ?? 'All entries'}>
        <Entries entries={list.data?.pages.flatMap((page) => page.entries) ?? []} />
      </Section>
      <More list={list} title="Earlier entries" />
    </Page>
  );
}
