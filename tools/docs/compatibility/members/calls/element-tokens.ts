import type { Scene } from '../scene.fixture.js';
import { honoured, ignored, type CallCase } from '../verdict.js';

const origin = 'https://app.example.com';

/** What the page reads with its token: whose account it is, or why not. */
async function asPage({ gateway }: Scene, answer: unknown): Promise<unknown> {
  const { token } = (answer as { element_token?: { token: string } }).element_token ?? {};
  if (token === undefined) return null;
  const path = `/v1/free_busy?tzid=Etc/UTC&include_userinfo=true&et=${token}`;
  const { status, body } = await gateway.call('GET', path, { headers: { origin } });
  const bookable = { bookable_events: [{ bookable_event_id: 'yoga' }] };
  const places = await gateway.call('POST', `/v1/availability?et=${token}`, { headers: { origin }, body: bookable });
  return { status, body, places: places.status };
}

export const elementTokens: Record<string, CallCase> = {
  'POST /v1/element_tokens': {
    input: 'body',
    path: () => '/v1/element_tokens',
    token: (scene) => scene.secret,
    base: ({ accountId }) => ({ permissions: ['agenda', 'availability'], subs: [accountId], origin }),
    after: asPage,
    reads: () => [],
    members: {
      version: ignored('is "1" in every client', '1'),
      'permissions[]': honoured('availability', 'agenda'),
      'subs[]': honoured(
        ({ otherAccountId }: Scene) => otherAccountId,
        ({ accountId }: Scene) => accountId,
      ),
      origin: honoured('https://other.example.com', origin),
      'bookable_event_ids[]': honoured('yoga', 'pilates'),
    },
  },
};
