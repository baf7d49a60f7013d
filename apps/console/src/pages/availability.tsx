import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api, read, type Schemas } from '../api.js';
import { Field } from '../parts/field.js';
import { idsOf } from '../parts/find-people.js';
import { linesOf } from '../parts/lines.js';
import { Page, Section } from '../parts/page.js';
import { Problem } from '../parts/problem.js';
import { availability as route } from '../router.js';
import { AvailabilityPicture } from './availability-picture.js';

type Query = Schemas['AvailabilityQuery'];

interface Meeting {
  people: string;
  day: string;
  minutes: string;
}

/** The query that an application sends for a meeting of these people in the daytime, as JSON. */
const queryOf = ({ people, day, minutes }: Meeting, ids = linesOf(people)): string =>
  JSON.stringify(
    {
      participants: [{ members: ids.map((sub) => ({ sub })), required: 'all' }],
      required_duration: { minutes: Number(minutes) || 60 },
      query_periods: [{ start: `${day}T07:00:00Z`, end: `${day}T19:00:00Z` }],
      response_format: 'slots',
    },
    null,
    2,
  );

const searchIn = (client_id: string) => async (query: string) =>
  (await read(api.GET('/admin/v1/accounts', { params: { query: { client_id, query, limit: 50 } } }))).accounts;

function parsed(text: string): Query {
  try {
    return JSON.parse(text) as Query;
  } catch {
    throw new Error('The query is not JSON.');
  }
}

/** Why a time is offered to an application or not: its own query, explained for each person. */
export function AvailabilityPage() {
  const { clientId } = route.useParams();
  const { sub } = route.useSearch();
  const [meeting, setMeeting] = useState<Meeting>({
    people: sub ?? '',
    day: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
    minutes: '60',
  });
  const [text, setText] = useState(() => queryOf(meeting));
  const explain = useMutation({
    mutationFn: async () => {
      const isOwn = text !== queryOf(meeting);
      const sent = isOwn ? text : queryOf(meeting, await idsOf(linesOf(meeting.people), searchIn(clientId)));
      const body = parsed(sent);
      const params = { path: { client_id: clientId } };
      const path = '/admin/v1/applications/{client_id}/availability_explanations' as const;
      return read(api.POST(path, { params, body }));
    },
  });
  const change = (changed: Partial<Meeting>) => {
    const next = { ...meeting, ...changed };
    setMeeting(next);
    setText(queryOf(next));
  };
  return (
    <Page title="Why is a time not offered?">
      <p>
        {sub ? (
          <Link to="/accounts/$sub" params={{ sub }}>
            ← the account
          </Link>
        ) : (
          <Link to="/applications/$clientId" params={{ clientId }}>
            ← the application
          </Link>
        )}
      </p>
      <Section title="The query">
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            explain.mutate();
          }}
        >
          <div className="form-grid">
            <Field label="People: e-mail addresses or ids, one per line">
              <textarea
                rows={2}
                placeholder="ada@example.com"
                value={meeting.people}
                onChange={(e) => change({ people: e.target.value })}
              />
            </Field>
            <Field label="Day">
              <input type="date" required value={meeting.day} onChange={(e) => change({ day: e.target.value })} />
            </Field>
            <Field label="Minutes of the meeting">
              <input
                inputMode="numeric"
                pattern="[1-9]\d*"
                value={meeting.minutes}
                onChange={(e) => change({ minutes: e.target.value })}
              />
            </Field>
          </div>
          <details>
            <summary>As the application sends it to POST /v1/availability</summary>
            <Field label="Paste the application’s own query here" note="The answer is computed like the application’s.">
              <textarea rows={10} spellCheck={false} value={text} onChange={(e) => setText(e.target.value)} />
            </Field>
          </details>
          <Problem error={explain.error} />
          <div className="row">
            <button disabled={explain.isPending}>Explain</button>
          </div>
        </form>
      </Section>
      {explain.data && <AvailabilityPicture explanation={explain.data} />}
    </Page>
  );
}
