import { services } from '@kalends/contracts';
import { z } from 'zod';
import { budgetExample, budgetShape } from '../providers/budget-shape.js';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied } from '../shared/errors.js';

const hour = z.string().describe('The beginning of the hour, in UTC.');
const done = z.number().int().describe('Syncs that read everything that had changed.');
const failed = z.number().int().describe('Syncs that did not.');
const requests = z.number().int().describe('Requests to its servers, redirects and repetitions included.');

export const readActivity = endpoint({
  method: 'get',
  path: '/admin/v1/activity',
  operation: 'readActivity',
  summary: 'What waits between the services, and what they did in the last 24 hours',
  ...byAdminKey,
  description:
    'Each service answers for itself; one that does not answer within 3 seconds is named, and its numbers are missing. Hours are stored once a minute. For administrators of the deployment.',
  responses: {
    200: {
      description: 'The activity',
      schema: z
        .object({
          queues: z
            .array(
              z.object({
                service: z.enum(services).describe('The service.'),
                answered: z.boolean().describe('Whether it answered; if not, its numbers are null.'),
                outbox: z.number().int().nullable().describe('Messages that it has not sent yet.'),
                outbox_seconds: z
                  .number()
                  .int()
                  .nullable()
                  .describe('How long the oldest of them has waited, in seconds.'),
                inbox: z
                  .number()
                  .int()
                  .nullable()
                  .describe('Messages of others that it has not handled yet; null also if the bus does not report it.'),
                dead_letters: z.number().int().nullable().describe('Messages that it could not handle or send.'),
              }),
            )
            .describe('The services.'),
          callbacks_by_hour: z
            .array(
              z.object({
                hour,
                delivered: z.number().int().describe('Attempts that the endpoint acknowledged.'),
                failed: z.number().int().describe('Attempts that it did not.'),
              }),
            )
            .describe('The last 24 hours, the oldest first.'),
          providers: z
            .array(
              z.object({
                provider: z.string().describe('The provider.'),
                failing_profiles: z
                  .number()
                  .int()
                  .describe('Profiles at it that cannot be read or are disconnected, now.'),
                budget: budgetShape
                  .nullable()
                  .describe("Its requests against the provider's limits; null: it has none for all users together."),
                hours: z
                  .array(z.object({ hour, requests, done, failed }))
                  .describe('The last 24 hours, the oldest first.'),
              }),
            )
            .describe('Those that were called in the last 24 hours, or have failing profiles.'),
        })
        .meta({ id: 'Activity' }),
      example: {
        queues: [
          {
            service: 'calendar-sync',
            answered: true,
            outbox: 2,
            outbox_seconds: 1,
            inbox: 0,
            dead_letters: 0,
          },
        ],
        callbacks_by_hour: [{ hour: '2026-11-19T08:00:00Z', delivered: 40, failed: 1 }],
        providers: [
          {
            provider: 'google',
            failing_profiles: 2,
            budget: budgetExample,
            hours: [{ hour: '2026-11-19T08:00:00Z', requests: 900, done: 310, failed: 4 }],
          },
        ],
      },
    },
    ...adminDenied,
  },
});
