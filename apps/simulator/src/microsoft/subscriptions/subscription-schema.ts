import { parseInstant } from '@kalends/icalendar';
import { z } from 'zod';
import { isSafeTarget } from '../../http/deliveries.js';
import type { SimulatorRequest } from '../../http/routing.js';
import { readBody } from '../graph/event-schema.js';
import { GraphError } from '../graph-error.js';
import type { ChangeType } from '../model.js';
import type { MicrosoftStore } from '../store.js';

const longestMs = 10_080 * 60_000;
const shortestMs = 45 * 60_000;

/** An instant as epoch ms. */
const instant = z.string().transform((text, context) => {
  const parsed = parseInstant(text.replace(/\.\d+/, ''));
  if (parsed.ok) return parsed.ms;
  context.addIssue({ code: 'custom', message: 'not an instant' });
  return z.NEVER;
});
const target = z.string().max(2048).refine(isSafeTarget, { error: 'must be an https address' });
const known: string[] = ['created', 'updated', 'deleted'] satisfies ChangeType[];
const changes = z
  .string()
  .transform((text) => [...new Set(text.split(',').map((one) => one.trim()))] as ChangeType[])
  .refine((types) => types.every((one) => known.includes(one)), { error: 'unknown change type' });

const created = z.strictObject({
  changeType: changes,
  notificationUrl: target,
  lifecycleNotificationUrl: target.optional(),
  resource: z.string().max(1000),
  expirationDateTime: instant,
  clientState: z.string().max(128).optional(),
  latestSupportedTlsVersion: z.enum(['v1_2', 'v1_3']).optional(),
});
const renewed = z.strictObject({ expirationDateTime: instant });

export const readSubscription = (request: SimulatorRequest) => readBody(request, created);
export const readRenewal = (request: SimulatorRequest) => readBody(request, renewed);

/** When a subscription ends (epoch ms): at least 45 minutes from now; 400 beyond 10,080 minutes. */
export function expiryOf(store: MicrosoftStore, requested: number): number {
  const now = store.clock.now();
  if (requested <= now) throw new GraphError(400, 'InvalidRequest', 'Subscription expiration is in the past.');
  if (requested - now > longestMs) {
    throw new GraphError(400, 'ExtensionError', 'Subscription expiration can only be 10080 minutes in the future.');
  }
  return Math.max(requested, now + shortestMs);
}
