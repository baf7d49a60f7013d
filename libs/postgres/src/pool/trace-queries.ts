import type pg from 'pg';
import { inChildSpan, isTraced } from '@kalends/service-runtime';

type Query = (...args: unknown[]) => unknown;

const isPromiseForm = ([first, ...rest]: unknown[]): boolean =>
  rest.every((argument) => typeof argument !== 'function') &&
  (typeof first === 'string' || (typeof first === 'object' && first !== null && !('submit' in first)));

/** A statement's name; for an unnamed one the verb and first table: identifiers only, never a literal. */
export function statementName(query: unknown): string {
  const { name, text } = typeof query === 'string' ? { name: undefined, text: query } : (query as pg.QueryConfig);
  if (name) return name;
  const [verb] = /^\s*(?:--[^\n]*\n\s*)*([a-z]+)/i.exec(text)?.slice(1) ?? ['statement'];
  const [, table] = /\b(?:from|into|update|join)\s+(?:only\s+)?"?([a-z_][a-z0-9_.]*)/i.exec(text) ?? [];
  return [verb!.toUpperCase(), table].filter(Boolean).join(' ');
}

function wrap(target: { query: unknown }): void {
  const plain = (target.query as Query).bind(target);
  const traced: Query = (...args) => {
    if (!isTraced() || !isPromiseForm(args)) return plain(...args);
    const name = statementName(args[0]);
    const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name };
    return inChildSpan({ name: `sql ${name}`, kind: 'client', attributes }, () => plain(...args) as Promise<unknown>);
  };
  Object.assign(target, { query: traced });
}

/** Each statement of this pool is a span of its caller's trace: its name, never its values. */
export function traceQueries(pool: pg.Pool): void {
  wrap(pool);
  // pool.query calls the form with a callback, so that no statement is recorded twice
  pool.on('connect', wrap);
}
