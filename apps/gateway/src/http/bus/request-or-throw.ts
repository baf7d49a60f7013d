import type { TopicContract } from '@kalends/contracts';
import {
  RequestFailed,
  RequestUnsupported,
  BrokerUnavailable,
  DeadlineExceeded,
  type MessagingClient,
} from '@kalends/messaging';
import { timedOut, unavailable } from '../refusals.js';

/**
 * Sends a request to another service during an HTTP call: returns its reply, or throws a 504 or 503 Refusal; nothing is
 * half-done.
 */
export async function requestOrThrow<Body, Reply>(
  client: MessagingClient,
  contract: TopicContract<Body, Reply>,
  body: Body,
): Promise<Reply> {
  const answer = await client.request(contract, body);
  if (answer instanceof DeadlineExceeded) throw timedOut('There was no answer within 15 seconds; try again.');
  if (answer instanceof BrokerUnavailable) throw unavailable('The message broker cannot be reached; nothing was done.');
  if (answer instanceof RequestUnsupported) throw unavailable('An update is in progress; try again.');
  if (answer instanceof RequestFailed) throw answer;
  return answer;
}
