import type { CSSProperties, ReactNode } from 'react';

/** A table. On a narrow screen its rows are stacked, and each cell has the name of its column. */
export function Table({
  columns,
  isCard = false,
  children,
}: {
  columns: readonly string[];
  isCard?: boolean;
  children: ReactNode;
}) {
  const names = Object.fromEntries(columns.map((name, index) => [`--column-${index + 1}`, JSON.stringify(name)]));
  return (
    <div className={isCard ? 'table-wrap card flush' : 'table-wrap'}>
      <table className="stacking" style={names as CSSProperties}>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name}>{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
