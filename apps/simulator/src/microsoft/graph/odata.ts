import type { SimulatorRequest } from '../../http/routing.js';
import { GraphError, invalidRequest } from '../graph-error.js';

const badRequest = (message: string) => new GraphError(400, 'BadRequest', message);

/** Refuses query options that an address does not have; its names are written without or with a `$`. */
export function onlyOptions({ url }: SimulatorRequest, ...allowed: string[]): void {
  for (const name of new Set(url.searchParams.keys())) {
    if (!allowed.includes(name)) throw badRequest(`The query parameter '${name}' is not supported.`);
    if (url.searchParams.getAll(name).length > 1) throw badRequest(`Query parameter '${name}' is specified twice.`);
  }
}

/** A whole number of the query within bounds; `fallback` if absent. */
export function numberOf({ url }: SimulatorRequest, name: string, { min = 0, max = 1000, fallback = 0 }): number {
  const text = url.searchParams.get(name);
  if (text === null) return fallback;
  if (!/^\d{1,9}$/.test(text) || Number(text) < min || Number(text) > max) {
    throw badRequest(`Invalid value '${text}' for ${name} query option found. It must be from ${min} to ${max}.`);
  }
  return Number(text);
}

/** The members that `$select` names; `@odata` members are always there. */
export function selected({ url }: SimulatorRequest, resource: Record<string, unknown>): Record<string, unknown> {
  const select = url.searchParams.get('$select');
  if (select === null) return resource;
  const names = select.split(',').map((name) => name.trim());
  if (names.length > 100 || names.some((name) => !/^[a-zA-Z]+$/.test(name))) throw badRequest('Invalid $select.');
  return Object.fromEntries(
    Object.entries(resource).filter(([name]) => name.startsWith('@') || name === 'id' || names.includes(name)),
  );
}

/** One page of a list by `$top` and `$skip`, with the link to the next one. */
export function pageOf<Item>(request: SimulatorRequest, items: readonly Item[], size: number) {
  const top = numberOf(request, '$top', { min: 1, fallback: size });
  const skip = numberOf(request, '$skip', { max: 1_000_000 });
  const value = items.slice(skip, skip + top);
  if (skip + top >= items.length) return { value };
  const next = new URL(request.url);
  next.searchParams.set('$top', String(top));
  next.searchParams.set('$skip', String(skip + top));
  return { value, '@odata.nextLink': next.href.replaceAll('+', '%20') };
}

const literal = (text: string) => text.replaceAll("''", "'");
const quoted = "'((?:[^']|'')*)'";

/** Id and value of a `$filter` on an extended property: the only kind of filter here. */
export function propertyFilter({ url }: SimulatorRequest): { id: string; value: string } | undefined {
  const filter = url.searchParams.get('$filter');
  if (filter === null) return undefined;
  const any = `^singleValueExtendedProperties/Any\\((\\w+):\\s*\\1/id eq ${quoted} and \\1/value eq ${quoted}\\)$`;
  const found = filter.length > 2000 ? null : new RegExp(any, 'i').exec(filter);
  if (!found) throw invalidRequest('The simulator filters by the id and value of one extended property only.');
  return { id: literal(found[2]!), value: literal(found[3]!) };
}

/** What `$expand` requests: ids of extended properties, and whether the exceptions of a series. */
export function expansions({ url }: SimulatorRequest): { properties: string[]; exceptions: boolean } {
  const expand = (url.searchParams.get('$expand') ?? '').slice(0, 4000);
  const rest = expand
    .replace(/singleValueExtendedProperties\(\$filter=[^()]*\)/i, '')
    .replace(/exceptionOccurrences/, '');
  if (rest.replace(/[,\s]/g, '') !== '') throw badRequest(`Could not find a property for $expand: '${rest}'.`);
  const filter = /\(\$filter=([^()]*)\)/i.exec(expand)?.[1] ?? '';
  const parts = filter === '' ? [] : filter.split(/ or /i);
  const properties = parts.map((part) => {
    const id = new RegExp(`^\\s*id eq ${quoted}\\s*$`, 'i').exec(part)?.[1];
    if (id === undefined) throw badRequest('Invalid $filter in $expand.');
    return literal(id);
  });
  return { properties, exceptions: /exceptionOccurrences/.test(expand) };
}
