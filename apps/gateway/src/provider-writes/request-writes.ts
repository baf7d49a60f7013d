import { providerWritesQuery, type ProviderWritesQuery, type ProviderWritesReply } from '@kalends/contracts';
import type { MessagingClient } from '@kalends/messaging';
import { requestOrThrow } from '../http/bus/request-or-throw.js';
import { Refusal } from '../http/refusals.js';

/** What calendar-sync has of writes; null: it does not answer, which must not hide what is known without it. */
export async function requestProviderWrites(
  client: MessagingClient,
  query: ProviderWritesQuery,
): Promise<ProviderWritesReply | null> {
  try {
    return await requestOrThrow(client, providerWritesQuery, query);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
