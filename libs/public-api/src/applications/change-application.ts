import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, bodyErrors, notFound } from '../shared/errors.js';
import { filled } from '../shared/fields.js';
import { closedObject } from '../shared/unsupported.js';
import { brandingFields } from './branding-fields.js';
import { allowedOrigin, clientType, frameOrigin, rateLimit, redirectUri } from './application-fields.js';
import { applicationExample, applicationShape, settingsExample } from './application-shape.js';

export const changeApplication = endpoint({
  method: 'post',
  path: '/admin/v1/applications/{client_id}',
  operation: 'changeApplication',
  summary: 'Change the given members of an application; the others stay',
  ...byAdminKey,
  description:
    'Secrets have calls of their own. A list of redirect addresses replaces the earlier one. An unknown member is refused. Only the admin key of the deployment changes plan and rate limits.',
  example: { name: 'Room booking', rate_limit_per_second: 20 },
  moreExamples: { 'every setting': settingsExample },
  params: z.object({ client_id: z.string().describe('The application, by its client_id.') }),
  body: closedObject({
    name: filled('name', 200).optional().describe('What users see on the pages. At most 200 characters.'),
    redirect_uris: z
      .array(redirectUri)
      .max(50)
      .optional()
      .describe('Addresses to which the browser may return: absolute, without a fragment. At most 50.'),
    plan: z.enum(['starter', 'emerging']).optional().describe('emerging includes Smart Invites; starter does not.'),
    client_type: clientType.optional().describe('public if it cannot keep a secret, as in a browser or on a phone.'),
    allowed_origins: z
      .array(allowedOrigin)
      .max(50)
      .optional()
      .describe(
        'Origins of pages that may call the API from a browser (CORS), as browsers send them; only of public clients. At most 50.',
      ),
    frame_origins: z
      .array(frameOrigin)
      .max(50)
      .optional()
      .describe(
        'Origins whose pages may show the booking pages of the application in a frame, as browsers send them. At most 50.',
      ),
    hide_managed_events: z
      .boolean()
      .optional()
      .describe('true: reads leave out events that the application wrote, unless they choose them.'),
    logo: brandingFields.logo.optional(),
    accent_color: brandingFields.accent_color.optional(),
    privacy_url: brandingFields.privacy_url.optional(),
    support_url: brandingFields.support_url.optional(),
    rate_limit_per_second: rateLimit
      .optional()
      .describe("Requests per second; 0: no limit; null: the deployment's default."),
    rate_limit_per_minute: rateLimit
      .optional()
      .describe("Requests per minute; 0: no limit; null: the deployment's default."),
  }).meta({ id: 'ApplicationChange' }),
  responses: {
    200: {
      description: 'The updated application',
      schema: applicationShape,
      example: { ...applicationExample, rate_limit_per_second: 20 },
    },
    ...bodyErrors,
    ...adminDenied,
    404: notFound,
  },
});
