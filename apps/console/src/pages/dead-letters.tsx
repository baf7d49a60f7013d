import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, read, type Schemas } from '../api.js';
import { Empty } from '../parts/empty.js';
import { Allowed } from '../parts/allowed.js';
import { More } from '../parts/more.js';
import { Confirm } from '../parts/confirm.js';
import { Copy } from '../parts/copy.js';
import { useDetails } from '../parts/details.js';
import { Page } from '../parts/page.js';
import { Problem } from '../parts/problem.js';
import { Time } from '../parts/time.js';
import { deadLetters as route } from '../router.js';

type Letter = Schemas['DeadLetter'];
type Service = Letter['service'];

const services: readonly Service[] = ['gateway', 'calendar-sync', 'invites', 'availability', 'notifier'];

const isService = (text: string | undefined): text is Service => services.includes(text as Service);

/** Messages that services could not handle: what they are, why, and what to do with them. */
export function DeadLettersPage() {
  const { service, topic } = route.useSearch();
  const navigate = useNavigate({ from: '/dead-letters' });
  const query = { service: isService(service) ? service : undefined, topic };
  const list = useInfiniteQuery({
    queryKey: ['dead-letters', query],
    queryFn: ({ pageParam }) =>
      read(api.GET('/admin/v1/dead_letters', { params: { query: { ...query, after: pageParam } } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_after }) => next_after ?? undefined,
  });
  const letters = list.data?.pages.flatMap((page) => page.dead_letters) ?? [];
  const silent = list.data?.pages.at(-1)?.services.filter(({ answered }) => !answered) ?? [];
  return (
    <Page
      title="Dead letters"
      aside={
        <select
          aria-label="Service"
          className="select-s"
          value={query.service ?? ''}
          onChange={(e) => void navigate({ search: (before) => ({ ...before, service: e.target.value || undefined }) })}
        >
          <option value="">every service</option>
          {services.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      }
    >
      <p className="dim">
        Messages between the services that could not be handled or sent. Later messages go on; what these were to change
        has not happened.
      </p>
      <Problem error={list.error} />
      {silent.map((one) => (
        <div key={one.service} className="notice notice-warn" role="status">
          {one.service} does not answer: its dead letters are missing here.
        </div>
      ))}
      {topic && (
        <p>
          Only <code>{topic}</code>.{' '}
          <Link to="/dead-letters" search={(before) => ({ ...before, topic: undefined })}>
            Show all topics
          </Link>
        </p>
      )}
      {list.isSuccess && letters.length === 0 && <Empty>None: every message was handled.</Empty>}
      {letters.length > 0 && (
        <div className="card">
          <ul className="plain divided">
            {letters.map((letter) => (
              <One key={`${letter.service} ${letter.dead_letter_id}`} letter={letter} />
            ))}
          </ul>
        </div>
      )}
      <More list={list} title="Earlier dead letters" />
    </Page>
  );
}

function One({ letter }: { letter: Letter }) {
  const [open, setOpen] = useState(false);
  return (
    <li>
      <details onToggle={(e) => setOpen(e.currentTarget.open)}>
        <summary className="row between">
          <span className="row">
            <span className="badge badge-danger">{letter.reason.replaceAll('-', ' ')}</span>
            <strong>{letter.message_type?.replaceAll(/[-_]/g, ' ') ?? 'message'}</strong>
            <span className="dim">
              {letter.reason === 'too-large' ? 'from' : 'to'} {letter.service}
            </span>
          </span>
          <span className="dim">
            <Time at={letter.failed_at} />
          </span>
        </summary>
        <div className="stack attempts">
          <p>{letter.explanation}</p>
          <p className="wrap-anywhere">
            <code>{letter.error}</code>
          </p>
          <div>
            <Facts letter={letter} />
          </div>
          {open && <Repair letter={letter} />}
        </div>
      </details>
    </li>
  );
}

function Facts({ letter }: { letter: Letter }) {
  return (
    <dl className="facts">
      <dt>Topic</dt>
      <dd>
        <Link to="/dead-letters" search={{ topic: letter.topic }}>
          {letter.topic}
        </Link>
      </dd>
      {letter.sub !== null && (
        <>
          <dt>Account</dt>
          <dd>
            <Link to="/accounts/$sub" params={{ sub: letter.sub }}>
              {letter.sub}
            </Link>
          </dd>
        </>
      )}
      {letter.client_id !== null && (
        <>
          <dt>Application</dt>
          <dd>
            <Link to="/applications/$clientId" params={{ clientId: letter.client_id }}>
              {letter.client_id}
            </Link>
          </dd>
        </>
      )}
      <dt>Message</dt>
      <dd>
        <Copy value={letter.message_id} label="the id of the message" />
      </dd>
    </dl>
  );
}

/** Shows the content for a reason, sends the message again, or deletes it. */
function Repair({ letter }: { letter: Letter }) {
  const client = useQueryClient();
  const [error, setError] = useState<Error | null>(null);
  const { asked, control } = useDetails({ what: 'content', why: 'It may be somebody’s private data.' });
  const params = { path: { service: letter.service, dead_letter_id: letter.dead_letter_id } };
  const shown = useQuery({
    queryKey: ['dead-letter', params.path, asked],
    queryFn: () =>
      read(api.GET('/admin/v1/dead_letters/{service}/{dead_letter_id}', { params: { ...params, query: asked } })),
    // each view of the content is an entry of the audit
    enabled: asked.reason !== undefined,
    refetchInterval: false,
    staleTime: Infinity,
  });
  const again = () => client.invalidateQueries({ queryKey: ['dead-letters'] });
  const replay = () =>
    api.POST('/admin/v1/dead_letters/{service}/{dead_letter_id}/replay', { params }).then(again, setError);
  const discard = async () => {
    await api.POST('/admin/v1/dead_letters/{service}/{dead_letter_id}/discard', { params });
    await again();
  };
  return (
    <>
      <Problem error={error ?? shown.error} />
      {asked.reason !== undefined && shown.data && (
        <pre>
          {indented(shown.data.content)}
          {shown.data.content_truncated && '\n… (not all of it)'}
        </pre>
      )}
      <div className="row">
        <Allowed role="operator">
          <button type="button" className="button-s" onClick={() => void replay()}>
            Send it again
          </button>
        </Allowed>
        {control}
        <Confirm role="operator" action="Discard" title="Discard this message?" onConfirm={discard}>
          What it was to change is never done. This cannot be undone.
        </Confirm>
      </div>
    </>
  );
}

/** JSON in lines; other text, or the beginning of JSON, as it is. */
function indented(content: string | null): string {
  if (content === null) return 'It has no content: it deletes what its key names.';
  try {
    return JSON.stringify(JSON.parse(content), null, 2);
  } catch {
    return content;
  }
}
