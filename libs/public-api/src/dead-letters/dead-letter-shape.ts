import { services } from '@kalends/contracts';
import { z } from 'zod';

/** The service in the path, and the dead letter by its id. */
export const deadLetterParams = z.object({
  service: z.enum(services).describe('The service that has it.'),
  dead_letter_id: z.string().describe('The dead letter, one of GET /admin/v1/dead_letters.'),
});

export const deadLetterShape = z
  .object({
    service: z.enum(services).describe('The service that could not handle or send it.'),
    dead_letter_id: z.string().describe('Its id within the service.'),
    message_id: z.string().describe('The id of the message, as in the log.'),
    topic: z.string().describe('The topic of the message.'),
    message_type: z.string().nullable().describe('What the message is, as it states itself; null if it does not.'),
    sub: z.string().nullable().describe('The account that it belongs to; null if it names none.'),
    client_id: z.string().nullable().describe('The application that it belongs to; null if it names none.'),
    reason: z
      .enum(['invalid', 'failed', 'too-large'])
      .describe('invalid: its contract does not allow it. failed: handling it failed. too-large: it cannot be sent.'),
    explanation: z.string().describe('The same in a sentence, with what to do.'),
    error: z.string().describe('The last error, in the words of the program.'),
    deliveries: z.number().int().describe('How often handling it was tried.'),
    failed_at: z.string().describe('When it failed last, in UTC.'),
  })
  .meta({ id: 'DeadLetter' });

export const deadLetterExample = {
  service: 'calendar-sync',
  dead_letter_id: '12',
  message_id: '0d2f5b1e-6f0c-4c53-9f6a-1c8f0f7f2a11',
  topic: 'gateway.command.calendar.v1',
  message_type: 'upsert-event',
  sub: 'acc_5ba21743f408617d1269ea1e',
  client_id: null,
  reason: 'failed',
  explanation: 'Handling it failed 5 times. Replay it after the cause is repaired.',
  error: 'the calendar does not exist',
  deliveries: 5,
  failed_at: '2026-11-19T08:00:00.000Z',
} as const;
