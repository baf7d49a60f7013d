import { Link } from '@tanstack/react-router';
import type { Schemas } from '../api.js';
import { Shares } from './shares.js';
import { Time } from './time.js';

export type Budget = NonNullable<Schemas['Provider']['budget']>;

const many = (n: number) => n.toLocaleString('en');

/** The part of a day's limit from which on the expected requests are a warning: first syncs stop there. */
const short = 0.8;

export const isShort = ({ day }: Budget): boolean => day.limit !== null && day.forecast > day.limit * short;

const of = (used: number, limit: number | null) => `${many(used)}${limit === null ? '' : ` of ${many(limit)}`}`;

/** Requests of all users together against what the provider permits: as a picture, and in words for who does not see it. */
export function BudgetChart({ budget: { minute, day } }: { budget: Budget }) {
  const bars = [
    ...(minute.limit === null ? [] : [{ label: 'last minute', share: minute.used / minute.limit }]),
    ...(day.limit === null
      ? []
      : [
          { label: 'today', share: day.used / day.limit },
          { label: 'end of day', share: day.forecast / day.limit },
        ]),
  ];
  return (
    <figure className="chart">
      {bars.length > 0 && <Shares bars={bars} warnFrom={short} />}
      <figcaption className="dim">
        {of(minute.used, minute.limit)} requests in the last minute, {of(day.used, day.limit)} today, about{' '}
        {many(day.forecast)} expected by the end of the day{day.limit === null && ', for which there is no limit'}.
      </figcaption>
    </figure>
  );
}

/** What an operator has to know at once: requests run short, or the provider wants fewer. */
export function BudgetWarning({
  budget,
  name,
  isLinked = false,
}: {
  budget: Budget;
  name: string;
  isLinked?: boolean;
}) {
  if (!isShort(budget) && budget.closed_until === null) return null;
  return (
    <div className="notice notice-warn stack-s">
      {budget.closed_until !== null && (
        <p>
          <strong>{name} wants fewer requests.</strong> Until <Time at={budget.closed_until} /> only what people request
          is sent, and slowly. If little of the limit is used, another program uses the same OAuth client.
        </p>
      )}
      {isShort(budget) && (
        <p>
          <strong>Requests to {name} run short today.</strong> New calendars are read tomorrow from 80 % of the day on,
          polls stop at 90 %. Request more quota from {name}, then raise the limit in the settings.
        </p>
      )}
      {isLinked && (
        <p>
          <Link to="/providers">What {name} permits, and what was used</Link>
        </p>
      )}
    </div>
  );
}
