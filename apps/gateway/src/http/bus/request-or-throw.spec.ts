import { callbackQuery } from '@kalends/contracts';
import {
  RequestFailed,
  RequestUnsupported,
  BrokerUnavailable,
  DeadlineExceeded,
  type MessagingClient,
} from '@kalends/messaging';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../refusals.js';
import { requestOrThrow } from './request-or-throw.js';

const answering = (answer: unknown) => ({ request: async () => answer }) as unknown as MessagingClient;
const request = (answer: unknown) => requestOrThrow(answering(answer), callbackQuery, callbackQuery.example);

describe('a request to another service', () => {
  it.each([
    ['no reply in time', new DeadlineExceeded('late'), 504, undefined],
    ['no broker', new BrokerUnavailable('away'), 503, '2'],
    ['a service of an older release', new RequestUnsupported('older'), 503, '2'],
  ])('given %s, when it is made, then that is a refusal', async (_what, answer, status, retryAfter) => {
    const refusal = await request(answer).catch((error: unknown) => error as Refusal);
    expect(refusal).toBeInstanceOf(Refusal);
    expect((refusal as Refusal).getStatus()).toBe(status);
    expect((refusal as Refusal).headers['Retry-After']).toBe(retryAfter);
  });

  it('given a reply, or a failure, when it is made, then it is returned, or thrown', async () => {
    expect(await request({ outcome: 'unknown' })).toEqual({ outcome: 'unknown' });
    await expect(request(new RequestFailed('boom'))).rejects.toBeInstanceOf(RequestFailed);
  });
});
