import { Link } from '@tanstack/react-router';
import type { Schemas } from '../api.js';
import { Table } from '../parts/table.js';
import { Time } from '../parts/time.js';

type Entry = Schemas['AuditEntry'];

const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** What changed, a line for each member. */
function Difference({ before, after }: Pick<Entry, 'before' | 'after'>) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) return null;
  return (
    <ul className="plain difference">
      {names.map((name) => (
        <li key={name}>
          <span className="dim">{name}</span> {before && name in before && <del>{text(before[name])}</del>}{' '}
          {after && name in after && <ins>{text(after[name])}</ins>}
        </li>
      ))}
    </ul>
  );
}

/** Entries of the audit. */
export function Entries({ entries }: { entries: readonly Entry[] }) {
  if (entries.length === 0) return <p className="dim empty">Nothing yet.</p>;
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
