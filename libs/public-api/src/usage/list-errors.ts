import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, notFound } from '../shared/errors.js';

export const listErrors = endpoint({
  method: 'get',
  path: '/admin/v1/applications/{client_id}/errors',
  operation: 'listErrors',
  summary: "What was refused of an application's requests in the last 24 hours",
  ...byAdminKey,
  description:
    'By route, status and code, the most frequent first, each with the newest request as an example. Requests whose credential names no application are not counted; those of other replicas are included after at most 15 seconds.',
  params: z.object({ client_id: z.string().describe('The application, by its client_id.') }),
  responses: {
    200: {
      description: 'The errors',
      schema: z.object({
        since: z.string().describe('The hour, in UTC, from which on they are counted.'),
        errors: z
          .array(
            z
              .object({
                method: z.string().describe('The method of the requests.'),
                path: z.string().describe('The pattern of their address.'),
                status: z.number().int().describe('The status that they got.'),
                code: z
                  .string()
                  .describe('What is wrong, for programs: error of the answer, or the key of its first invalid field.'),
                count: z.number().int().describe('How many they were.'),
                example: z
                  .object({
                    at: z.string().describe('When, in UTC.'),
                    request_id: z.string().describe('Its X-Request-Id, as in the log.'),
                    description: z.string().describe('What the answer stated; its first 300 characters.'),
                  })
                  .describe('The newest of them.'),
                documentation: z.string().describe('The address of the guide that explains it.'),
              })
              .meta({ id: 'ApplicationError' }),
          )
          .describe('The first 200.'),
        truncated: z.boolean().describe('Whether there are more.'),
      }),
      example: {
        since: '2026-11-18T09:00:00.000Z',
        errors: [
          {
            method: 'POST',
            path: '/v1/calendars/:calendarId/events',
            status: 422,
            code: 'errors.required',
            count: 12,
            example: {
              at: '2026-11-19T08:00:00.000Z',
              request_id: '7f0c2a1e-9b7d-4b1c-8a40-5d0e3f6a2b91',
              description: 'start must be specified',
            },
            documentation: 'https://kalends.example.com/docs/errors#which-field-and-why',
          },
        ],
        truncated: false,
      },
    },
    404: notFound,
    ...adminDenied,
  },
});
