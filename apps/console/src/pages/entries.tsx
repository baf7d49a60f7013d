import { Link } from '@tanstack/react-router';
import type { Schemas } from '../api.js';
import { Empty } from '../parts/empty.js';
import { Table } from '../parts/table.js';
import { Time } from '../parts/time.js';

type Entry = Schemas['AuditEntry'];

const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** The parts of a value: entries of a list, or the value; null is none. */
function partsOf(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? value.map(text) : [text(value)];
}

/** What changed, a line for each member. */
function Difference({ before, after }: Pick<Entry, 'before' | 'after'>) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) return null;
  return (
    <ul className="plain difference">
      {names.map((name) => (
        <Changed key={name} name={name} before={partsOf(before?.[name])} after={partsOf(after?.[name])} />
      ))}
    </ul>
  );
}

interface ChangedProps {
  name: string;
  before: readonly string[];
  after: readonly string[];
}

/** What a member lost and got; entries that stayed are left out. */
function Changed({ name, before, after }: ChangedProps) {
  const lost = before.filter((one) => !after.includes(one));
  const got = after.filter((one) => !before.includes(one));
  return (
    <li>
      <span className="dim">{name.replaceAll('_', ' ')}</span>{' '}
      {lost.map((one) => (
        <del key={one}>{one} </del>
      ))}
      {got.map((one) => (
        <ins key={one}>{one} </ins>
      ))}
      {lost.length + got.length === 0 && <span className="dim">in another order</span>}
    </li>
  );
}

/** Entries of the audit. */
export function Entries({ entries }: { entries: readonly Entry[] }) {
  if (entries.length === 0) return <Empty>Nothing yet.</Empty>;
  return (
    <Table columns={['When', 'Who', 'What', 'About']}>
      {entries.map((entry) => (
        <tr key={entry.audit_id}>
          <td className="nowrap">
            <Time at={entry.at} />
          </td>
          <td>{entry.actor}</td>
          <td>
            <strong>{entry.action.replace('.', ' ').replaceAll('_', ' ')}</strong>
            {entry.reason && <p>Reason: {entry.reason}</p>}
            <Difference before={entry.before} after={entry.after} />
          </td>
          <td className="wrap-anywhere">
            {entry.sub ? (
              <Link to="/accounts/$sub" params={{ sub: entry.sub }}>
                {entry.sub}
              </Link>
            ) : entry.client_id ? (
              <Link to="/applications/$clientId" params={{ clientId: entry.client_id }}>
                {entry.client_id}
              </Link>
            ) : null}
            {entry.subject && <p className="dim">{entry.subject}</p>}
          </td>
        </tr>
      ))}
    </Table>
  );
}
