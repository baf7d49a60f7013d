import { services, type ServiceName } from '@kalends/contracts';
import type { Audited } from '../audit/record-audit.js';
import { notFound } from '../http/refusals.js';
import type { ReplyOf, Services } from '../http/bus/services.js';

type Found = ReplyOf<'dead-letter'> & { service: ServiceName };

/** Throws a 404 for an unknown service or dead letter, a 503 or 504 when the service does not answer. */
export async function findDeadLetter(from: Services, service: string, id: string): Promise<Found> {
  const known = services.find((one) => one === service);
  if (!known) throw notFound('service');
  const reply = await from.request(known, { kind: 'show-dead-letter', dead_letter_id: id });
  if (reply.outcome !== 'dead-letter') throw notFound('dead letter');
  return { ...reply, service: known };
}

/** What the audit keeps of it. */
export const auditedLetter = ({ service, dead_letter }: Found): Omit<Audited, 'action'> => ({
  clientId: dead_letter.client_id ?? undefined,
  accountId: dead_letter.account_id ?? undefined,
  subject: `${service}/${dead_letter.dead_letter_id}`,
  after: { topic: dead_letter.topic, message_id: dead_letter.message_id },
});
