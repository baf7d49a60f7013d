/** The parameters of the reads' statements and their types in SQL. Instants and UTC midnights in epoch ms. */
const types = {
  token: 'text',
  account: 'text',
  scope: 'text[]',
  /** The window: instants, and UTC midnights of its days. */
  from: 'bigint',
  to: 'bigint',
  fromDay: 'bigint',
  toDay: 'bigint',
  /** Where the page begins: among timed events by instant, among all-day ones by day. */
  at: 'bigint',
  atCalendar: 'text',
  atUid: 'text',
  atInstance: 'text',
  atDay: 'bigint',
  atDayCalendar: 'text',
  atDayUid: 'text',
  atDayInstance: 'text',
  /** Where days begin in the window's zone. */
  thresholds: 'bigint[]',
  offsets: 'bigint[]',
  /** Whole UTC days of the window, and its dates, as days since 1970-01-01. */
  wholeFrom: 'integer',
  wholeTo: 'integer',
  dateFrom: 'integer',
  dateTo: 'integer',
  /** The end of the part before the first whole day, and the beginning of the part after the last. */
  headTo: 'bigint',
  tailFrom: 'bigint',
  calendarIds: 'text[]',
  changedSince: 'bigint',
  eventTypes: 'text[]',
} as const;

type Name = keyof typeof types;
export type Values = Partial<Record<Name, unknown>>;

/** Adds a parameter to the text of a statement; returns its placeholder, with its type. */
export type Parameter = (name: Name) => string;

export interface Statement {
  text: string;
  valuesOf(values: Values): unknown[];
}

/** A statement whose parameters are numbered in the order of their first use in its text. */
export function statement(build: (parameter: Parameter) => string): Statement {
  const names: Name[] = [];
  const text = build((name) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}::${types[name]}`;
  });
  return { text, valuesOf: (values) => names.map((name) => values[name]) };
}
