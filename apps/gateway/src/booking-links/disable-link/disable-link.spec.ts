import { afterAll, beforeAll, expect, it } from 'vitest';
import { newApplication } from '../../read-model/gateway-database.fixture.js';
import { createdOf, freeFrom, noon, startLinks, type Links } from '../links.fixture.js';

let links: Links;
beforeAll(async () => void (links = await startLinks(freeFrom(noon, 4))));
afterAll(() => links.gateway.stop());

const display_message = 'The position is filled.\n<b>Thank you</b>';
const disable = (linkId: string, body: object = { display_message }, token = links.application.secret) =>
  links.gateway.call('POST', `/v1/real_time_scheduling/${linkId}/disable`, { token, body });

it('given an open link, when disabled, then it has its message, and disabling it again changes the message (SCH-3)', async () => {
  const { linkId } = await createdOf(links.create());
  for (const message of [display_message, 'Later'])
    expect(await disable(linkId, { display_message: message })).toMatchObject({
      status: 200,
      body: { real_time_scheduling: { real_time_scheduling_id: linkId, status: 'disabled', display_message: message } },
    });
});

it('given no message, one of 501 characters, or a link of somebody else, then it stays open (SCH-3)', async () => {
  const { linkId } = await createdOf(links.create());
  for (const body of [{}, { display_message: ' ' }, { display_message: 'x'.repeat(501) }])
    expect(await disable(linkId, body)).toMatchObject({ status: 422, body: { errors: { display_message: [{}] } } });
  const { secret } = await newApplication(links.gateway.database.pool);
  expect((await disable(linkId, { display_message }, secret)).status).toBe(404);
  const { rows } = await links.gateway.database.pool.query('SELECT status FROM booking_link WHERE link_id = $1', [
    linkId,
  ]);
  expect(rows).toEqual([{ status: 'open' }]);
});

it.each(['completed', 'booking'])('given a link that is %s, then 422 errors.completed (SCH-3)', async (status) => {
  const { linkId } = await createdOf(links.create());
  await links.gateway.database.pool.query('UPDATE booking_link SET status = $2 WHERE link_id = $1', [linkId, status]);
  expect(await disable(linkId)).toMatchObject({
    status: 422,
    body: { errors: { display_message: [{ key: 'errors.completed' }] } },
  });
});
