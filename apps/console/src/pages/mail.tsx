import { useInfiniteQuery } from '@tanstack/react-query';
import { api, read } from '../api.js';
import { Empty } from '../parts/empty.js';
import { More } from '../parts/more.js';
import { Page } from '../parts/page.js';
import { Problem } from '../parts/problem.js';
import { Table } from '../parts/table.js';
import { Time } from '../parts/time.js';

export function MailPage() {
  const list = useInfiniteQuery({
    queryKey: ['mail'],
    queryFn: ({ pageParam }) => read(api.GET('/admin/v1/unmatched_mail', { params: { query: { before: pageParam } } })),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next_before }) => next_before ?? undefined,
  });
  const mails = list.data?.pages.flatMap((page) => page.unmatched_mail) ?? [];
  return (
    <Page title="Unmatched mail">
      <p className="dim">Received mail that was no reply to a Smart Invite: where a missing reply is found.</p>
      <Problem error={list.error} />
      {list.isSuccess && mails.length === 0 && <Empty>None: every mail belonged to an invite.</Empty>}
      {mails.length > 0 && (
        <Table isCard columns={['Received', 'From', 'Why it belongs to nothing', 'Message']}>
          {mails.map((mail) => (
            <tr key={mail.unmatched_id}>
              <td className="nowrap">
                <Time at={mail.received_at} />
              </td>
              <td className="wrap-anywhere">{mail.from}</td>
              <td>{mail.reason.replaceAll('-', ' ')}</td>
              <td className="wrap-anywhere dim">
                {mail.message_id} · {mail.bytes} bytes
              </td>
            </tr>
          ))}
        </Table>
      )}
      <More list={list} title="Earlier mail" />
    </Page>
  );
}
