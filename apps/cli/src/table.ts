/** Characters that would move a terminal's cursor or change its colour; names from other systems may contain them. */
const control = /\p{Cc}+/gu;

const text = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '-';
  return (Array.isArray(value) ? value.join(' ') : String(value)).replace(control, ' ');
};

/** Rows as aligned columns below a header line; one sentence when there are none. */
export function table<Row extends object>(
  columns: readonly (keyof Row & string)[],
  rows: readonly Row[],
  none: string,
): string[] {
  if (rows.length === 0) return [none];
  const cells = [[...columns] as string[], ...rows.map((row) => columns.map((column) => text(row[column])))];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)));
  return cells.map((line) =>
    line
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** One thing as `name  value` lines. */
export function fields(thing: object): string[] {
  const entries = Object.entries(thing).filter(([, value]) => value !== undefined);
  const width = Math.max(0, ...entries.map(([name]) => name.length));
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${text(value)}`);
}
