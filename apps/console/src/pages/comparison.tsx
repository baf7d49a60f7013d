import { useQuery } from '@tanstack/react-query';
import { api, read, type Schemas } from '../api.js';
import { useDetails } from '../parts/details.js';
import { compareLines, type ComparedLine } from '../parts/compare-lines.js';
import { Problem } from '../parts/problem.js';
import { Time } from '../parts/time.js';

type Callback = Schemas['Callback'];

/** Readable lines of a body; JSON with a member per line. */
function linesOfBody(text: string): string[] {
  try {
    return JSON.stringify(JSON.parse(text), null, 2).split('\n');
  } catch {
    return text.split('\n');
  }
}

const hidden = ['(the body is shown with a reason)'];

/** An attempt of a callback that failed beside one that was acknowledged: of the same callback, else of another one to the same URL. */
export function Comparison({ clientId, callback }: { clientId: string; callback: Callback }) {
  const { asked, control } = useDetails({ what: 'bodies', why: 'They have what people replied.' });
  const path = { client_id: clientId };
  const show = (id: string) =>
    read(
      api.GET('/admin/v1/applications/{client_id}/callbacks/{callback_id}', {
        params: { path: { ...path, callback_id: id }, query: asked },
      }),
    );
  const compared = useQuery({
    queryKey: ['comparison', clientId, callback.callback_id, asked],
    refetchInterval: false,
    queryFn: async () => {
      const failed = await show(callback.callback_id);
      if (failed.callback.attempts.some(({ error }) => error === null)) return { failed, good: failed };
      const list = api.GET('/admin/v1/applications/{client_id}/callbacks', {
        params: { path, query: { status: 'delivered', url: callback.url } },
      });
      const other = (await read(list)).callbacks[0];
      return { failed, good: other ? await show(other.callback_id) : null };
    },
  });
  if (!compared.data) return <Problem error={compared.error} />;
  const { failed, good } = compared.data;
  const bad = sideOf(failed, (error) => error !== null);
  const worked = good && sideOf(good, (error) => error === null);
  if (!bad) return null;
  if (!worked)
    return <p className="dim">No callback to this URL was ever acknowledged: there is nothing to compare with.</p>;
  return (
    <div className="stack-s">
      <div className="row between">
        <h3>A failed attempt and a good one</h3>
        {control}
      </div>
      <div className="sides" role="group" aria-label="Failed and good attempt">
        <Side title="failed" at={bad.at} lines={compareLines(bad.lines, worked.lines)} />
        <Side title="good" at={worked.at} lines={compareLines(worked.lines, bad.lines)} />
      </div>
    </div>
  );
}

interface Shown {
  callback: Callback;
  body: string | null;
  requests: { at: string; headers: string[] }[];
}

/** The last attempt of this kind, as lines. */
function sideOf({ callback, body, requests }: Shown, matches: (error: string | null) => boolean) {
  const index = callback.attempts.findLastIndex(({ error }) => matches(error));
  const attempt = callback.attempts[index];
  if (!attempt) return null;
  const answer =
    attempt.status_code === null
      ? [`no answer: ${attempt.error}`]
      : [`${attempt.status_code}`, ...linesOfBody(attempt.answer)];
  const lines = [
    `POST ${callback.url}`,
    ...(requests[index]?.headers ?? []),
    '',
    ...(body === null ? hidden : linesOfBody(body)),
    '',
    ...answer,
  ];
  return { at: attempt.at, lines };
}

function Side({ title, at, lines }: { title: string; at: string; lines: readonly ComparedLine[] }) {
  return (
    <section aria-label={`The ${title} attempt`}>
      <p className="dim">
        {title}, <Time at={at} />
      </p>
      <pre>
        {lines.map(({ text, differs }, index) =>
          differs ? <mark key={index}>{`${text}\n`}</mark> : <span key={index}>{`${text}\n`}</span>,
        )}
      </pre>
    </section>
  );
}
