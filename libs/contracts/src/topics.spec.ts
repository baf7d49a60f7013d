import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { breakingChanges, lockOf, type LockedTopic } from './documents/schema-lock.js';
import { topic } from '@kalends/topics';
import { topics } from './topics.js';

const update =
  'additive change? run: npm run build && node libs/contracts/tools/lock.mjs; breaking? make a new version';

/** Adds one member to each object, except those that a contract passes on unchanged. */
function withMoreMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMoreMembers);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, one]) => [name, name === 'submitted' ? one : withMoreMembers(one)]);
  return { ...Object.fromEntries(members), added_by_a_newer_release: { by: 'x' } };
}

describe.each(topics.map((one) => [one.name, one] as const))('the topic %s', (_name, contract) => {
  it('given its example, when sent as JSON, then its schema parses the same', () => {
    const sent = JSON.parse(JSON.stringify(contract.example)) as unknown;
    expect(contract.schema.parse(sent)).toEqual(contract.example);
  });

  it('given its example, when keyed, then key and lane are among its ids', () => {
    const text = JSON.stringify(contract.example);
    const parts = [...contract.key(contract.example).split('/'), contract.lane(contract.example)];
    expect(parts.filter((part) => part === '' || !text.includes(`"${part}"`))).toEqual([]);
  });

  it('given a query, then it has a reply whose example parses; otherwise none', () => {
    expect(contract.reply !== undefined).toBe(contract.kind === 'query');
    if (contract.reply) expect(contract.reply.parse(contract.exampleReply)).toEqual(contract.exampleReply);
  });

  it('given members that a newer release adds, when read, then they are ignored', () => {
    const { example, exampleReply, reply, schema } = contract;
    expect(schema.parse(withMoreMembers(example))).toEqual(example);
    if (reply) expect(reply.parse(withMoreMembers(exampleReply))).toEqual(exampleReply);
  });

  it('given an empty body, when read, then it is refused', () => {
    expect(contract.schema.safeParse({}).success).toBe(false);
  });
});

describe('the schema lock', () => {
  const locked = JSON.parse(readFileSync(new URL('../schemas.lock.json', import.meta.url), 'utf8')) as Record<
    string,
    LockedTopic
  >;

  it('given the contracts, when compared, then nothing breaks a version', () => {
    expect(breakingChanges(locked, lockOf(topics)), update).toEqual([]);
  });
  it('given the contracts, when compared, then the lock is up to date', () => {
    expect(lockOf(topics), update).toEqual(locked);
  });

  const of = (schema: z.ZodType) =>
    lockOf([topic({ name: 'gateway.event.spec.v1', schema, key: () => 'k', example: {} })] as never);
  const base = z.object({ id: z.string(), kind: z.enum(['a', 'b']), more: z.object({ n: z.number().optional() }) });

  it.each([
    ['a field removed', base.omit({ id: true }), /id was removed/],
    ['a type changed', base.extend({ id: z.number() }), /id\.type was changed/],
    ['an optional field made required', base.extend({ more: z.object({ n: z.number() }) }), /n is newly required/],
    ['a new required field', base.extend({ fresh: z.string() }), /fresh is newly required/],
    ['a required field made optional', base.extend({ id: z.string().optional() }), /id may now be absent/],
    ['a value of an enumeration removed', base.extend({ kind: z.enum(['a']) }), /kind\.enum was changed/],
    ['a nested field removed', base.extend({ more: z.object({}) }), /n was removed/],
  ])('given %s, when compared, then it is reported', (_what, changed, line) => {
    expect(breakingChanges(of(base), of(changed)).some((one) => line.test(one))).toBe(true);
  });
  it('given a new optional field or a new topic, when compared, then nothing breaks', () => {
    expect(breakingChanges(of(base), of(base.extend({ fresh: z.string().optional() })))).toEqual([]);
    expect(breakingChanges({}, of(base))).toEqual([]);
  });

  it('given a new value of an enumeration, when it is in a request, then nothing breaks; in a reply or another message it does', () => {
    const wider = base.extend({ kind: z.enum(['a', 'b', 'c']) });
    const requestOf = (schema: z.ZodType, reply: z.ZodType) => {
      const examples = { example: {}, exampleReply: {} };
      return lockOf([topic({ name: 'gateway.query.spec.v1', schema, reply, key: () => 'k', ...examples })] as never);
    };
    const request = requestOf(base, base);
    expect(breakingChanges(request, requestOf(wider, base))).toEqual([]);
    expect(breakingChanges(request, requestOf(base, wider))).toEqual([
      expect.stringMatching(/reply\.properties\.kind\.enum was changed|reply\.kind\.enum was changed/),
    ]);
    expect(breakingChanges(requestOf(wider, base), request)).toHaveLength(1);
    expect(breakingChanges(of(base), of(wider))).toHaveLength(1);
  });

  const kinds = ['a', 'b'].map((kind) => z.object({ kind: z.literal(kind), id: z.string() })) as never;
  const more = [...(kinds as z.ZodObject[]), z.object({ kind: z.literal('c') })] as never;
  const union = (options: never) => z.discriminatedUnion('kind', options);
  const lockedAs = (schema: z.ZodType, unknownKinds: 'skip' | 'refuse' = 'skip') =>
    lockOf([topic({ name: 'gateway.event.spec.v1', schema, key: () => 'k', example: {}, unknownKinds })] as never);

  it('given a new kind, when consumers of the lock skip it, then nothing breaks; otherwise it is reported', () => {
    expect(breakingChanges(lockedAs(union(kinds)), lockedAs(union(more)))).toEqual([]);
    const breaks = [expect.stringMatching(/^gateway\.event\.spec\.v1\.body\.oneOf was changed$/)];
    expect(breakingChanges(lockedAs(union(kinds), 'refuse'), lockedAs(union(more)))).toEqual(breaks);
    const { 'gateway.event.spec.v1': before } = lockedAs(union(kinds));
    const released = { 'gateway.event.spec.v1': { body: before!.body } };
    expect(breakingChanges(released, lockedAs(union(more)))).toEqual(breaks);
  });
  it('given consumers that skip, when a kind is removed or changed, or they stop skipping, then it is reported', () => {
    expect(breakingChanges(lockedAs(union(more)), lockedAs(union(kinds)))).toHaveLength(1);
    const [one, ...rest] = more as z.ZodObject[];
    const changed = [one!.extend({ added: z.string() }), ...rest] as never;
    expect(breakingChanges(lockedAs(union(kinds)), lockedAs(union(changed)))).toEqual([
      'gateway.event.spec.v1.body.oneOf[0].added is newly required',
    ]);
    expect(breakingChanges(lockedAs(union(kinds)), lockedAs(union(kinds), 'refuse'))).toEqual([
      'gateway.event.spec.v1 no longer skips unknown kinds',
    ]);
  });

  it('given a deleted topic, when compared, then it is reported', () => {
    expect(breakingChanges(of(base), {})).toEqual(['gateway.event.spec.v1 was removed']);
  });
});
