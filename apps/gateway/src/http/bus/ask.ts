import type { TopicContract } from '@kalends/contracts';
import {
  AskFailed,
  AskUnsupported,
  BrokerUnavailable,
  DeadlineExceeded,
  type MessagingClient,
} from '@kalends/messaging';
import { timedOut, unavailable } from '../refusals.js';

/** Asks another service for what an HTTP call needs now: its reply, or a 504 or 503 Refusal; nothing is half-done. */
export async function askOr<Body, Reply>(
  client: MessagingClient,
  contract: TopicContract<Body, Reply>,
  body: Body,
): Promise<Reply> {
  const answer = await client.ask(contract, body);
  if (answer instanceof DeadlineExceeded) throw timedOut('There was no answer within 15 seconds; try again.');
  if (answer instanceof BrokerUnavailable) throw unavailable('The message broker cannot be reached; nothing was done.');
  if (answer instanceof AskUnsupported) throw unavailable('An update is going on; try again.');
  if (answer instanceof AskFailed) throw answer;
  return answer;
}
