import { afterAll, beforeAll, expect, it } from 'vitest';
import { newApplication } from '../../read-model/gateway-database.fixture.js';
import { createdOf, freeFrom, noon, sequenceOf, startLinks, type Links } from '../links.fixture.js';

let links: Links;
let given: Awaited<ReturnType<typeof sequenceOf>>;
beforeAll(async () => {
  links = await startLinks(freeFrom(noon, 4));
  given = await sequenceOf(links);
});
afterAll(() => links.gateway.stop());

const display_message = 'The day is off.';
const disable = (
  linkId: string,
  { secret: token, kind = 'sequencing' } = { secret: links.application.secret } as Sent,
) => links.gateway.call('POST', `/v1/real_time_${kind}/${linkId}/disable`, { token, body: { display_message } });

interface Sent {
  secret: string;
  kind?: 'sequencing' | 'scheduling';
}

it('given an open link for a sequence, when disabled, then it has its message, also again (SCH-13)', async () => {
  const { linkId, link } = await given.created();
  const disabled = { real_time_sequencing: { ...link, status: 'disabled', display_message } };
  for (let time = 0; time < 2; time++) expect(await disable(linkId)).toMatchObject({ status: 200, body: disabled });
});

it('given a link of another application, or of the other kind, then it does not exist and stays open (SCH-13)', async () => {
  const { linkId } = await given.created();
  const single = await createdOf(links.create());
  const { secret } = await newApplication(links.gateway.database.pool);
  const own = links.application.secret;
  const answers = [
    await disable(linkId, { secret }),
    await disable(single.linkId),
    await disable(linkId, { secret: own, kind: 'scheduling' }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  const { rows } = await links.gateway.database.pool.query('SELECT status FROM booking_link WHERE link_id = ANY ($1)', [
    [linkId, single.linkId],
  ]);
  expect(rows).toEqual([{ status: 'open' }, { status: 'open' }]);
});

it.each(['completed', 'booking'])('given a sequence that is %s, then 422 errors.completed (SCH-13)', async (status) => {
  const { linkId } = await given.created();
  await links.gateway.database.pool.query('UPDATE booking_link SET status = $2 WHERE link_id = $1', [linkId, status]);
  expect(await disable(linkId)).toMatchObject({
    status: 422,
    body: { errors: { display_message: [{ key: 'errors.completed' }] } },
  });
});
