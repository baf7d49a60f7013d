import { examplesOf, topics } from '@kalends/contracts';
import { isRequestError } from '@kalends/messaging';
import { missingForRadicale, skipFor } from '@kalends/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { runAndRecord, type Sent } from './run.fixture.js';

type Json = Record<string, unknown>;

/** Free-form content of the application and maps keyed by id: any members. */
const free = new Set(['submitted', 'zones']);

/** Paths of all members in a body: `recipients[].email`. */
function placesOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => placesOf(one, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => {
    const place = path === '' ? name : `${path}.${name}`;
    if (one === undefined) return [];
    return free.has(name) ? [place] : [place, ...placesOf(one, place)];
  });
}

/** Members of a body that are in no example. */
function missingFrom(body: unknown, examples: readonly unknown[]): string[] {
  const shown = new Set(examples.flatMap((example) => placesOf(example)));
  return [...new Set(placesOf(body).filter((place) => !shown.has(place)))];
}

const kindOf = (body: unknown) => (body as Json | undefined)?.kind ?? (body as Json | undefined)?.outcome;

/** What no run sends, as it takes a day; `report-entered.spec.ts` compares it with the example. */
const daily = ['gateway.event.window-entered.v1'];

/** Problems of a message: rejected by the contract, of a kind without an example, or with members of no example. */
function faults({ topic: name, body, reply }: Sent, topic = topics.find((one) => one.name === name)!): string[] {
  const examples = examplesOf(topic);
  const compare = (sent: unknown, all: readonly unknown[], what: string) => {
    const sameKind = all.filter((one) => kindOf(one) === kindOf(sent));
    if (sameKind.length === 0) return [`${what}: no example of ${String(kindOf(sent))}`];
    return missingFrom(sent, sameKind).map((place) => `${what} ${String(kindOf(sent) ?? '')}: no example has ${place}`);
  };
  const bodies = examples.map((example) => example.body);
  const found = [
    ...(topic.schema.safeParse(body).success ? [] : [`${name}: refused by its contract`]),
    ...compare(body, bodies, name),
  ];
  if (!topic.reply) return found;
  if (isRequestError(reply)) return [...found, `${name} ${String(kindOf(body))}: ${reply.message}`];
  const replies = examples.map((example) => example.reply);
  const fits = topic.reply.safeParse(reply).success ? [] : [`reply to ${name}: refused by its contract`];
  return [...found, ...fits, ...compare(reply, replies, `reply to ${name}`)];
}

describe('what services send', () => {
  let sent: Sent[] = [];
  beforeAll(async () => void (sent = await runAndRecord()));

  it('given a run of all of them, when each message and reply is compared, then an example covers it', () => {
    expect([...new Set(sent.flatMap((one) => faults(one)))].sort()).toEqual([]);
  });

  it('given that run, when the topics are compared, then each was used', (context) => {
    const missing = missingForRadicale();
    if (missing) return skipFor(context, missing);
    const used = new Set(sent.map(({ topic }) => topic));
    const unused = topics.map(({ name }) => name).filter((name) => !used.has(name) && !daily.includes(name));
    expect(unused).toEqual([]);
  });

  it('given members, kinds or types that no example has, when compared, then each is reported', () => {
    const [topic] = topics.filter(({ name }) => name === 'gateway.event.erasure-requested.v1');
    const { body } = examplesOf(topic!)[0]!;
    const of = (changed: unknown) => faults({ topic: topic!.name, body: changed });
    expect(of(body)).toEqual([]);
    expect(of({ ...(body as Json), why: { text: 'moved' } })).toHaveLength(2);
    expect(of({ ...(body as Json), kind: 'profile' })).toHaveLength(2);
    expect(of({ ...(body as Json), account_id: 1 })).toHaveLength(1);
  });
});
