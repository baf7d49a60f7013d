import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAccountWithCalendar } from '../../read-model/gateway-database.fixture.js';
import { freeFrom, noon, sequenceOf, startLinks, type Links } from '../links.fixture.js';

describe('a new booking link for a sequence', () => {
  let links: Links;
  let given: Awaited<ReturnType<typeof sequenceOf>>;
  beforeAll(async () => {
    links = await startLinks(freeFrom(noon, 4));
    given = await sequenceOf(links);
  });
  afterAll(() => links.gateway.stop());

  const keys = async (more: object) => {
    const { status, body } = await given.call(more);
    const { errors = {} } = body as { errors?: Record<string, { key: string }[]> };
    return [status, Object.fromEntries(Object.entries(errors).map(([field, [first]]) => [field, first!.key]))];
  };
  const part = (sequence_id: string | number, event_id: string, summary: string) => ({
    sequence_id,
    event: { event_id, summary, event_private: false },
    participants: [],
  });

  it('given steps with and without an event of their own, all with one id, then the answer has its address twice and distinct ids (SCH-10, SCH-11)', async () => {
    const { url, link } = await given.created();
    expect(url).toMatch(/^http:\/\/kalends\.test\/rts\/[\w-]{32}$/);
    expect(link).toEqual({
      real_time_sequencing_id: expect.stringMatching(/^seq_[\w-]{24}$/) as unknown,
      url,
      status: 'open',
      event: { event_id: 'day', summary: 'Assessment day', event_private: false },
      sequence: [
        part('interview', 'day', 'Interview'),
        part('tour', 'day-2', 'Tour'),
        part(3, 'day-3', 'Assessment day'),
      ],
    });
  });

  it('given ids of which one is what a repeated one would get, then each is distinct and the given ones stay (SCH-11)', async () => {
    const ids = ['a', 'a', 'a-2'];
    const sequence = given.sequence.map((step, n) => ({ ...step, event: { event_id: ids[n], summary: 'S' } }));
    const { link } = await given.created({ availability: { ...given.body.availability, sequence } });
    const found = (link['sequence'] as { event: { event_id: string } }[]).map(({ event }) => event.event_id);
    expect(found).toEqual(['a', 'a-3', 'a-2']);
  });

  it('given ordinals, then the parts are in their order, those without one last (SCH-10)', async () => {
    const ordinals = [undefined, 2, 1];
    const sequence = given.sequence.map((step, n) => ({ ...step, ordinal: ordinals[n] }));
    const { link } = await given.created({ availability: { ...given.body.availability, sequence } });
    const found = (link['sequence'] as { sequence_id: unknown }[]).map(({ sequence_id }) => sequence_id);
    expect(found).toEqual([3, 'tour', 'interview']);
  });

  it('given the query by the name that the client for .NET has, and the client in the body, then it is the same (SCH-10)', async () => {
    const { availability, ...others } = given.body;
    const { clientId, secret } = links.application;
    const body = { ...others, availablity: availability, client_id: clientId, client_secret: secret };
    const { status, body: answer } = await links.gateway.call('POST', '/v1/real_time_sequencing', {
      token: 'junk',
      body,
    });
    expect([status, answer]).toMatchObject([200, { real_time_sequencing: { sequence: [{}, {}, {}] } }]);
    expect(await keys({ availability: undefined })).toEqual([422, { availability: 'errors.required' }]);
  });

  it('given wrong members, then each is named where the request has it (SCH-10, SCH-11)', async () => {
    const stranger = await newAccountWithCalendar(links.gateway.database.pool);
    const [first, second] = given.sequence as [object, object];
    const of = (...sequence: object[]) => ({ availability: { ...given.body.availability, sequence } });
    expect(await keys(of(first, { ...second, sequence_id: 'interview' }))).toEqual([
      422,
      { 'availability.sequence[1].sequence_id': 'errors.duplicate' },
    ]);
    const attendees = { invite: [{ email: 'a@example.com' }] };
    expect(await keys(of(first, { ...second, event: { event_id: 'e', summary: 'S', attendees } }))).toEqual([
      422,
      { 'availability.sequence[1].event.attendees': 'errors.not_supported' },
    ]);
    const participants = [{ members: [{ sub: stranger.accountId }] }];
    expect(await keys(of(first, { ...second, participants }))).toEqual([
      422,
      { 'availability.sequence[1].participants[0].members[0].sub': expect.any(String) as unknown },
    ]);
    const conferencing = { profile_id: 'integrated' };
    const later = { ...first, ordinal: 2 };
    const refused = { ...second, ordinal: 1, event: { event_id: 'e', summary: 'S', conferencing } };
    expect(await keys(of(later, refused))).toEqual([
      422,
      { 'availability.sequence[1].event.conferencing.profile_id': expect.any(String) as unknown },
    ]);
    expect(await keys({ availability: { sequence: given.sequence } })).toMatchObject([
      422,
      { 'availability.sequence[0].query_periods': 'errors.required' },
    ]);
    const many = Array.from({ length: 11 }, (_, sequence_id) => ({ ...first, sequence_id }));
    expect(await keys(of(...many))).toEqual([422, { 'availability.sequence': 'errors.too_many' }]);
    expect(await keys(of())).toEqual([422, { 'availability.sequence': 'errors.required' }]);
  });
});
