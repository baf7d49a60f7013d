import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { bodyErrors, denied, keyed } from '../shared/errors.js';
import { filled, httpUrl } from '../shared/fields.js';

export const requestPermissionsBody = z
  .object({
    permissions: z
      .array(
        z.object({
          calendar_id: filled('calendar_id', 256).describe(
            'A calendar of the account, one of GET /v1/calendars. At most 256 characters.',
          ),
          permission_level: z
            .enum(['unrestricted', 'sandbox'], {
              error: keyed('not_recognized', 'permission_level must be unrestricted or sandbox'),
            })
            .describe(
              'unrestricted: the application may change and delete events that it did not create. sandbox: only its own.',
            ),
        }),
      )
      .min(1, keyed('too_short', 'permissions must have at least 1 entry'))
      .max(50, keyed('too_long', 'permissions may have at most 50 entries'))
      .describe('The calendars, each once, with the level that they are to have. 1 to 50.'),
    redirect_uri: httpUrl('redirect_uri').describe(
      'Where the user returns to: one of the redirect addresses of the application. At most 2,048 characters.',
    ),
  })
  .meta({ id: 'PermissionsRequestWrite' });

export const requestPermissions = endpoint({
  method: 'post',
  path: '/v1/permissions',
  operation: 'requestPermissions',
  summary: 'Ask the user to let the application change events that it did not create',
  tag: 'calendars',
  credential: 'access-token',
  description:
    'Send the user to the url: a page there shows what is requested, has them sign in at the provider of the calendars, and returns to redirect_uri, with error=access_denied if they decline. The url works once, for an hour. Lowering or keeping levels needs no user: accepted is true, and there is no url.',
  body: requestPermissionsBody,
  example: {
    permissions: [{ calendar_id: 'cal_2MPyGxgyny6w_FK37MLy2ihIu', permission_level: 'unrestricted' }],
    redirect_uri: 'https://app.example.com/permissions',
  },
  responses: {
    200: {
      description: 'Where to send the user, or that it is done',
      schema: z.object({
        permissions_request: z
          .object({
            url: z.string().optional().describe('The page on which the user decides; absent if it is done.'),
            accepted: z
              .literal(true)
              .optional()
              .describe('The levels are as requested; absent if the user must decide.'),
          })
          .describe('Exactly one of the two members.'),
      }),
      example: {
        permissions_request: {
          url: 'https://kalends.example.com/oauth/permissions/9zYkqNf0cJd3mVb1uXw7sQ2tRg5hLe8oPa4iKc6yZxE',
        },
      },
      moreExamples: { 'nobody needs to decide': { permissions_request: { accepted: true } } },
    },
    ...bodyErrors,
    ...denied,
  },
});
