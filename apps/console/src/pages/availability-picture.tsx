import { useState } from 'react';
import type { paths } from '../generated/api.js';
import type { Schemas } from '../api.js';
import { Empty } from '../parts/empty.js';
import { Section } from '../parts/page.js';
import { Timeline, type Piece } from '../parts/timeline.js';

type Path = paths['/admin/v1/applications/{client_id}/availability_explanations']['post'];
type Explanation = Path['responses'][200]['content']['application/json'];
type Member = Schemas['ExplainedMember'];
type Reason = Member['refused'][number]['reason'];

const hour = 3_600_000;
const day = 24 * hour;
const ms = Date.parse;

const reasons: Readonly<Record<Reason, string>> = {
  busy: 'has an event',
  held: 'is on hold for another meeting',
  buffer: 'has an event or a hold too close: the buffer is missing',
  outside_periods: 'is not available then: outside rules, available periods or limits',
  unknown: 'has calendars of which nothing is known',
};
const short: Readonly<Record<Reason, string>> = {
  busy: 'busy',
  held: 'on hold',
  buffer: 'buffer',
  outside_periods: 'not available',
  unknown: 'unknown',
};
const legend = [['offered', 'offered'], ['free', 'free'], ...Object.entries(short)] as const;
const unknowns: Readonly<Record<NonNullable<Member['unknown']>, string>> = {
  'initial-sync': 'they are being read for the first time',
  disconnected: 'a profile is disconnected; the user has to connect it again',
  stale: 'they were last read too long ago',
  'unknown-calendar': 'the query names a calendar that is not known',
};

const nameOf = ({ name, sub }: Member) => name ?? sub;

/** Why a member cannot, in a sentence's rest. */
const why = (member: Member, reason: Reason) =>
  `${reasons[reason]}${reason === 'unknown' && member.unknown ? `: ${unknowns[member.unknown]}` : ''}`;

const ownPieces = (member: Member): Piece[] =>
  member.refused.map(({ start, end, reason }) => ({
    from: ms(start),
    to: ms(end),
    kind: reason,
    text: short[reason],
    told: `${nameOf(member)} ${why(member, reason)}`,
  }));

function meetingPieces({ available, unavailable, members }: Explanation): Piece[] {
  const bySub = new Map(members.map((member) => [member.sub, member]));
  const told = (sub: string, reason: Reason) => {
    const member = bySub.get(sub);
    return member ? `${nameOf(member)} ${why(member, reason)}` : `${sub} ${reasons[reason]}`;
  };
  const nameOfSub = (sub: string) => (bySub.has(sub) ? nameOf(bySub.get(sub)!) : sub);
  return [
    ...unavailable.map(({ start, end, members: refusing }) => ({
      from: ms(start),
      to: ms(end),
      kind: 'refused',
      text: 'not offered',
      told: `Not offered: ${refusing.map(({ sub, reason }) => told(sub, reason)).join('; ') || 'what is left is too short for the meeting'}`,
    })),
    ...available.map(({ start, end, participants }) => ({
      from: ms(start),
      to: ms(end),
      kind: 'offered',
      text: 'offered',
      told: `Offered, with ${participants.map(({ sub }) => nameOfSub(sub)).join(', ')}`,
    })),
  ];
}

/** Each day that has something, with its hours from the first to the last. */
function daysOf(pieces: readonly Piece[]) {
  const spans = new Map<number, { from: number; to: number }>();
  for (const { from, to } of pieces) {
    for (let at = Math.floor(from / day) * day; at < to; at += day) {
      const known = spans.get(at) ?? { from: Infinity, to: 0 };
      const [start, end] = [Math.max(from, at), Math.min(to, at + day)];
      spans.set(at, {
        from: Math.min(known.from, Math.floor(start / hour) * hour),
        to: Math.max(known.to, Math.ceil(end / hour) * hour),
      });
    }
  }
  return [...spans].sort(([a], [b]) => a - b).map(([, span]) => span);
}

const dayText = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });

/** People as rows, hours as columns, what is offered above; the reasons on focus and hover, and as a table. */
export function AvailabilityPicture({ explanation }: { explanation: Explanation }) {
  const [chosen, setChosen] = useState(0);
  const meeting = meetingPieces(explanation);
  const days = daysOf(meeting);
  const span = days[Math.min(chosen, days.length - 1)];
  if (!span) return <Empty>The query has no time.</Empty>;
  const rows = [
    { title: 'The meeting', pieces: meeting },
    ...explanation.members.map((member) => ({ title: nameOf(member), pieces: ownPieces(member) })),
  ];
  return (
    <Section
      title={dayText.format(span.from)}
      aside={
        days.length > 1 && (
          <select
            aria-label="Day"
            className="select-s"
            value={chosen}
            onChange={(e) => setChosen(Number(e.target.value))}
          >
            {days.map(({ from }, index) => (
              <option key={from} value={index}>
                {dayText.format(from)}
              </option>
            ))}
          </select>
        )
      }
    >
      <p className="row dim legend">
        {legend.map(([kind, name]) => (
          <span key={kind} className="row legend-entry">
            <span className={`piece-key piece-${kind}`} /> {name}
          </span>
        ))}
      </p>
      <Timeline span={span} rows={rows} />
    </Section>
  );
}
