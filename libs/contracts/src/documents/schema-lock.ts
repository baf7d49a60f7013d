import { z } from 'zod';
import type { TopicContract } from '../topic.js';

type Json = Record<string, unknown>;

/** JSON Schemas of a topic's body and, for an ask, its reply. */
export interface LockedTopic {
  body: Json;
  reply?: Json;
}

const schemaOf = (schema: z.ZodType): Json => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
  return JSON.parse(JSON.stringify(rest)) as Json;
};

/** What `schemas.lock.json` holds: every topic by name, in order of the names. */
export function lockOf(topics: readonly TopicContract<unknown, unknown>[]): Record<string, LockedTopic> {
  const sorted = [...topics].sort((a, b) => (a.name < b.name ? -1 : 1));
  return Object.fromEntries(
    sorted.map(({ name, schema, reply }) => [
      name,
      { body: schemaOf(schema), ...(reply ? { reply: schemaOf(reply) } : {}) },
    ]),
  );
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function propertyChanges(before: Json, after: Json, path: string): string[] {
  const [had, has] = [before.properties as Json, (after.properties ?? {}) as Json];
  return Object.keys(had).flatMap((name) =>
    name in has ? changes(had[name], has[name], `${path}.${name}`) : [`${path}.${name} was removed`],
  );
}

function requiredChanges(before: Json, after: Json, path: string): string[] {
  const [had, has] = [before, after].map(({ required }) => new Set((required ?? []) as string[])) as [
    Set<string>,
    Set<string>,
  ];
  return [
    ...[...has].filter((name) => !had.has(name)).map((name) => `${path}.${name} is newly required`),
    ...[...had].filter((name) => !has.has(name)).map((name) => `${path}.${name} may now be absent`),
  ];
}

/** Differences that a consumer or producer of the same version would trip over; additive optional fields are none. */
function changes(before: unknown, after: unknown, path: string): string[] {
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length && before.some(isObject)) {
    return before.flatMap((one, index) => changes(one, after[index], `${path}[${index}]`));
  }
  if (!isObject(before) || !isObject(after)) {
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [`${path} was changed`];
  }
  const keywords = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keywords].flatMap((keyword) => {
    if (keyword === 'description') return [];
    if (keyword === 'required') return requiredChanges(before, after, path);
    if (keyword === 'properties' && isObject(before.properties)) return propertyChanges(before, after, path);
    return changes(before[keyword], after[keyword], `${path}.${keyword}`);
  });
}

/**
 * What breaks between a lock and the contracts as they are, one line each: a field removed, changed, newly required or no
 * longer sure to be there, a topic removed. Within a version only additive optional fields are allowed.
 */
export function breakingChanges(
  locked: Readonly<Record<string, LockedTopic>>,
  current: Readonly<Record<string, LockedTopic>>,
): string[] {
  return Object.entries(locked).flatMap(([name, before]) => {
    const after = current[name];
    return after ? changes(before, after, name) : [`${name} was removed`];
  });
}
