import { z } from 'zod';
import type { TopicContract } from '@kalends/topics';

type Json = Record<string, unknown>;

/** JSON Schemas of a topic's body and, for a request, its reply; whether its consumers skip unknown kinds. */
export interface LockedTopic {
  body: Json;
  reply?: Json;
  unknown_kinds?: 'skip' | 'refuse';
}

const schemaOf = (schema: z.ZodType): Json => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
  return JSON.parse(JSON.stringify(rest)) as Json;
};

/** The content of `schemas.lock.json`: every topic by name, in order of the names. */
export function lockOf(topics: readonly TopicContract<unknown, unknown>[]): Record<string, LockedTopic> {
  const sorted = [...topics].sort((a, b) => (a.name < b.name ? -1 : 1));
  return Object.fromEntries(
    sorted.map(({ name, schema, reply, unknownKinds }) => [
      name,
      { body: schemaOf(schema), ...(reply ? { reply: schemaOf(reply) } : {}), unknown_kinds: unknownKinds },
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

/** Keywords that restrict nothing (JSON Schema: annotations). */
const annotations = new Set(['description', 'examples']);

const grew = (before: readonly unknown[], after: readonly unknown[]) => before.every((value) => after.includes(value));

/** Differences that break a consumer or producer of the same version; additive optional fields are not among them. */
function changes(before: unknown, after: unknown, path: string): string[] {
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length && before.some(isObject)) {
    return before.flatMap((one, index) => changes(one, after[index], `${path}[${index}]`));
  }
  if (!isObject(before) || !isObject(after)) {
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [`${path} was changed`];
  }
  const keywords = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keywords].flatMap((keyword) => {
    if (annotations.has(keyword)) return [];
    if (keyword === 'required') return requiredChanges(before, after, path);
    if (keyword === 'properties' && isObject(before.properties)) return propertyChanges(before, after, path);
    return changes(before[keyword], after[keyword], `${path}.${keyword}`);
  });
}

const kindOf = (variant: Json): unknown => ((variant.properties as Json | undefined)?.kind as Json | undefined)?.const;

/** A body without the kinds that an older one does not have. */
function withoutNewKinds(before: Json, after: Json): Json {
  if (!Array.isArray(before.oneOf) || !Array.isArray(after.oneOf)) return after;
  const known = new Set((before.oneOf as Json[]).map(kindOf));
  return { ...after, oneOf: (after.oneOf as Json[]).filter((variant) => known.has(kindOf(variant))) };
}

/**
 * The body of a request without the values that its enumerations gained: a consumer of an older release refuses a request
 * with one, which changes nothing (docs/reference/conventions.md, Contracts).
 */
function withoutNewValues(before: unknown, after: unknown): unknown {
  if (Array.isArray(before) && Array.isArray(after))
    return after.map((one, index) => (isObject(one) ? withoutNewValues(before[index], one) : (one as unknown)));
  if (!isObject(before) || !isObject(after)) return after;
  const members = Object.entries(after).map(([name, one]) => {
    const was = before[name];
    const isGrown = name === 'enum' && Array.isArray(was) && Array.isArray(one) && grew(was, one);
    return [name, isGrown ? was : withoutNewValues(was, one)];
  });
  return Object.fromEntries(members);
}

/** Releases from before consumers skipped anything have no `unknown_kinds`: a new kind is a dead letter to them. */
function topicChanges(name: string, before: LockedTopic, after: LockedTopic): string[] {
  const { unknown_kinds: skips, ...was } = before;
  const { unknown_kinds: skipsNow, ...now } = after;
  const is = now.reply ? { ...now, body: withoutNewValues(was.body, now.body) as Json } : now;
  if (skips !== 'skip') return changes(was, is, name);
  const known = { ...is, body: withoutNewKinds(before.body, after.body) };
  return [...(skipsNow === 'skip' ? [] : [`${name} no longer skips unknown kinds`]), ...changes(was, known, name)];
}

/**
 * The breaking changes between a lock and the current contracts, one line each: a field removed, changed, newly
 * required or no longer guaranteed, a topic removed. Within a version only additive optional fields are allowed, new
 * kinds if the consumers of that lock skip them, and new values in enumerations of a request.
 */
export function breakingChanges(
  locked: Readonly<Record<string, LockedTopic>>,
  current: Readonly<Record<string, LockedTopic>>,
): string[] {
  return Object.entries(locked).flatMap(([name, before]) => {
    const after = current[name];
    return after ? topicChanges(name, before, after) : [`${name} was removed`];
  });
}
