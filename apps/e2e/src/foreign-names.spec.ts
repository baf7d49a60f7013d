// @module-tag long
import { expect, it } from 'vitest';
import { operationsOf, type Operation } from './fuzz/requests.js';
import { call, e2e, type Kalends } from './harness/kalends.js';

/** What every object of JavaScript has. */
const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'prototype'];

type Schema = { [key: string]: unknown };

/** Members with all the names, besides others; an object literal would set its prototype. */
const withNames = (others: [string, unknown][], value: unknown) =>
  Object.fromEntries([...others, ...names.map((name) => [name, value] as const)]);

/** A value for a schema in which each text and each unknown member is one of the names. `option`: which of alternatives. */
function filled(
  schema: Schema,
  { document, name, option }: { document: Schema; name: string; option: number },
): unknown {
  const deeper = (one: unknown) => filled(one as Schema, { document, name, option });
  const {
    $ref,
    anyOf,
    oneOf,
    allOf,
    enum: options,
  } = schema as Record<string, unknown[] | undefined> & { $ref?: string };
  if ($ref) return deeper((document.components as { schemas: Schema }).schemas[$ref.split('/').at(-1)!]);
  const choice = anyOf ?? oneOf ?? allOf;
  if (choice) return deeper(choice[option % choice.length]);
  if (options) return option === 0 ? options[0] : name;
  if (schema.type === 'array') return [deeper(schema.items ?? {})];
  if (schema.properties || schema.type === 'object') {
    const members = Object.entries((schema.properties ?? {}) as Schema);
    const extra = schema.additionalProperties;
    return withNames(
      members.map(([member, one]) => [member, deeper(one)]),
      typeof extra === 'object' ? deeper(extra) : { polluted: name },
    );
  }
  if (schema.type === 'integer' || schema.type === 'number') return 1;
  return schema.type === 'boolean' ? true : name;
}

function requestsFor(operation: Operation, document: Schema, name: string) {
  const path = operation.path.replaceAll(/\{\w+\}/g, name);
  const query = [...operation.parameters.filter((one) => one.in === 'query'), { name }, { name: `${name}[a]` }];
  const address = `${path}?${query.map((one) => `${one.name}=${name}`).join('&')}`;
  if (operation.method === 'GET') return [{ address }];
  const bodies = [0, 1].map((option) => filled(operation.body ?? { type: 'object' }, { document, name, option }));
  return [
    ...bodies.map((body) => ({ address, raw: JSON.stringify(body) })),
    { address: path, raw: JSON.stringify(withNames([], { polluted: name })) },
    { address: path, raw: `${name}=1&${name}[${name}]=2&a[${name}]=3`, type: 'application/x-www-form-urlencoded' },
  ];
}

async function answers(kalends: Kalends, tokens: readonly string[]): Promise<string[]> {
  const document = await kalends.documents();
  const wrong: string[] = [];
  for (const operation of operationsOf(document))
    for (const name of names)
      for (const { address, ...body } of requestsFor(operation, document, name))
        for (const token of tokens) {
          const from = `203.0.113.${wrong.length % 200}`;
          const { status, text } = await call(operation.method, kalends.url(address), { token, from, ...body });
          if (status >= 500) wrong.push(`${status} ${operation.method} ${address} ${text.slice(0, 100)}`);
        }
  return wrong;
}

e2e('names that every object has', (kalends) => {
  it('given them as members, parameters, ids and keys, when sent to every operation, then each is answered below 500, and the next request is answered as ever', async () => {
    const user = await kalends().user();
    const { client_secret } = user.application;
    expect(await answers(kalends(), [user.access_token, client_secret, kalends().deployment.adminKey])).toEqual([]);

    const event = { event_id: 'e1', summary: 'One', start: '2026-12-01T10:00:00Z', end: '2026-12-01T11:00:00Z' };
    const other = await kalends().user();
    expect((await kalends().upsert(other, event)).status).toBe(202);
    const events = await kalends().events(other.access_token, 'tzid=Etc/UTC&from=2026-12-01&to=2026-12-02');
    expect(events).toMatchObject([{ event_id: 'e1', summary: 'One' }]);
    expect(Object.keys(events[0]!).filter((name) => names.includes(name) || name === 'polluted')).toEqual([]);
  }, 300_000);
});
