import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { roundsOf } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unofferedCalls } from '../../../../apps/gateway/src/http/unoffered-calls.js';
import { clients } from '../compatibility-table.js';
import { calls } from './calls/calls.js';
import { inputWith, observe, type Tried } from './observe.fixture.js';
import { membersInSchema } from './schema-members.js';
import { errorPath, withMember } from './paths.js';
import { newScene, startStage } from './scene.fixture.js';
import { honoured, refused, type CallCase, type Honoured, type Ignored, type Refused } from './verdict.js';

/** Every member that a client can send, by call, and where that is seen. */
const file = join(import.meta.dirname, '../../../../apps/e2e/src/clients/members.json');
const { calls: facts } = JSON.parse(readFileSync(file, 'utf8')) as {
  calls: Record<string, Record<string, string>>;
};

/** Members of a call with the same verdict that are tried. */
const perVerdict = roundsOf('KALENDS_MEMBERS', { usual: 1, nightly: 1_000 });
const triedOf = ({ members }: CallCase) =>
  (['honoured', 'refused', 'ignored'] as const).flatMap((wanted) =>
    Object.entries(members)
      .filter(([, { kind }]) => kind === wanted)
      .slice(0, perVerdict),
  );

const methodOf = (call: string) => call.split(' ')[0]!;
const withoutNames = (path: string) => path.replaceAll(/:[a-zA-Z]+/g, '{}');
const unoffered = unofferedCalls.map(([method, path]) => `${method} ${withoutNames(path)}`);
const isOffered = (call: string) => !unoffered.includes(call);

/** Objects that no client of the hosted service sends, as that has nothing of the kind. */
const ownObjects = new Map([['POST /v1/element_tokens', ['booking']]]); // ELT-14

describe('the members that clients send (HTTP-29, EVT-36)', () => {
  let stage: Awaited<ReturnType<typeof startStage>>;
  beforeAll(async () => (stage = await startStage()));
  afterAll(() => stage.gateway.stop());

  const see = async (tried: Tried, value: unknown) => {
    const scene = await newScene(stage);
    return observe(scene, tried, () => inputWith(scene, tried, value));
  };

  async function checkHonoured(tried: Tried, { value, other, in: seen }: Honoured) {
    const [one, two] = [await see(tried, value), await see(tried, other)];
    expect(one.status, one.text).toBeLessThan(400);
    const by = seen === 'message' || !tried.call.reads ? 'text' : 'shown';
    expect(one[by]).not.toEqual(two[by]);
    if (tried.call.input === 'query') return;
    const form = await see({ ...tried, asForm: true }, value);
    if (form.status < 400) expect(form.text).toEqual(one.text);
    else expect(form.status, form.text).toBeOneOf([400, 422]);
  }

  async function checkRefused(tried: Tried, { value, key, at }: Refused) {
    const { status, body, location, text } = await see(tried, value);
    const { errors, error_description } = body as Record<string, never>;
    if (errors) {
      expect([status, errors]).toMatchObject([422, { [at ?? errorPath(tried.name)]: [{ key }] }]);
      return;
    }
    const described = error_description ?? new URL(location ?? 'x:').searchParams.get('error_description');
    expect([status, described ?? text]).toEqual([expect.toBeOneOf([302, 400]), expect.stringContaining(tried.name)]);
  }

  async function checkIgnored(tried: Tried, { value, other }: Ignored) {
    const [one, two] = [await see(tried, value), await see(tried, other)];
    expect(one.status, one.text).toBeLessThan(400);
    expect(one.text).toEqual(two.text);
  }

  async function check(tried: Tried) {
    const { verdict } = tried;
    if (verdict.kind === 'honoured') return checkHonoured(tried, verdict);
    return verdict.kind === 'refused' ? checkRefused(tried, verdict) : checkIgnored(tried, verdict);
  }

  describe.each(Object.entries(calls))('of %s', (name, call) => {
    const method = methodOf(name);

    it('given the members of the clients, then each has a verdict', () => {
      expect(Object.keys(call.members).sort()).toEqual(Object.keys(facts[name] ?? {}).sort());
    });

    it('given the same request twice, then the same is seen', async () => {
      const [one, two] = [await newScene(stage), await newScene(stage)];
      const [first, second] = [
        await observe(one, { method, call }, () => call.base(one)),
        await observe(two, { method, call }, () => call.base(two)),
      ];
      expect(first.text).toEqual(second.text);
      expect(first.status, first.text).toBeLessThan(400);
    });

    it('given a member that nobody has, then it counts neither as honoured nor as refused', async () => {
      const tried = { method, call, name: 'never_heard_of' };
      for (const verdict of [honoured('x'), refused('x', { key: 'errors.never' })]) {
        await expect(check({ ...tried, verdict })).rejects.toThrow();
      }
    });

    it.each(triedOf(call))(
      'given %s, then it has its effect, also in a form (HTTP-2), or is refused by name',
      (member, verdict) => check({ method, call, name: member, verdict }),
    );
  });

  it('given the methods of the clients, then the members of each of their calls are listed', () => {
    const called = Object.values(clients).flatMap(({ methods }) => Object.values(methods));
    const named = called.flatMap((call) => (call === null ? [] : [call.split(' ').slice(0, 2).join(' ')]));
    expect(named.filter((call) => !(call in facts))).toEqual([]);
    expect(
      unoffered.filter(
        (call) => !(call in facts) && !/scheduler?_requests|scheduling_requests|sequencing\/\{\}\/disable/.test(call),
      ),
    ).toEqual([]);
  });

  it('given the listed members, then those of each offered call are tried', () => {
    const listed = Object.entries(facts).filter(
      ([call, members]) => isOffered(call) && Object.keys(members).length > 0,
    );
    expect(Object.keys(calls).sort()).toEqual(listed.map(([call]) => call).sort());
  });

  it.each(Object.keys(calls).filter((call) => membersInSchema(call) !== null))(
    'given the members that Kalends itself has in %s, then each is listed',
    (call) => {
      const ofCall = Object.entries(facts).filter(([name]) => name === call || name.startsWith(`${call} `));
      const listed = ofCall.flatMap(([, members]) => Object.keys(members));
      const isListed = (member: string) =>
        listed.some((one) => one === member || one.startsWith(`${member}.`) || one.startsWith(`${member}[`));
      const isOwn = (member: string) => ownObjects.get(call)?.some((one) => member.startsWith(`${one}.`)) ?? false;
      const unlisted = membersInSchema(call)!.filter((member) => !isListed(member) && !isOwn(member));
      expect(unlisted).toEqual([]);
    },
  );

  it.each(Object.keys(facts).filter((call) => !isOffered(call)))(
    'given any member in %s, then 501 states that the call is not offered',
    async (call) => {
      const [method, path] = call.split(' ') as [string, string];
      const { gateway, token } = await newScene(stage);
      const address = path.replaceAll('{}', 'one');
      for (const member of [null, ...Object.keys(facts[call]!)]) {
        const input = member === null ? {} : withMember({}, member, 'x');
        const query = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
        const body = method === 'GET' ? {} : { body: input };
        const answer = await gateway.call(method, `${address}${query}`, { token, ...body });
        expect(answer, call).toMatchObject({ status: 501, body: { error: 'errors.not_supported' } });
      }
    },
  );
});
