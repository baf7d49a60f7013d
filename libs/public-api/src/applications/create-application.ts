import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, bodyErrors } from '../shared/errors.js';
import { filled } from '../shared/fields.js';
import { closedObject } from '../shared/unsupported.js';
import { brandingFields } from './branding-fields.js';
import { allowedOrigin, clientType, frameOrigin, rateLimit, redirectUri } from './application-fields.js';
import {
  applicationExample,
  applicationShape,
  secretExample,
  secretFields,
  settingsExample,
} from './application-shape.js';

export const createApplication = endpoint({
  method: 'post',
  path: '/admin/v1/applications',
  operation: 'createApplication',
  summary: 'Create an application',
  ...byAdminKey,
  description:
    'It belongs to the key that creates it: a developer manages only their own applications. client_id and client_secret are always new: an unknown member is refused. Only the admin key of the deployment sets plan and rate limits.',
  example: { name: 'Room booking', redirect_uris: ['https://example.com/oauth/callback'] },
  moreExamples: { 'every setting': settingsExample },
  body: closedObject({
    name: filled('name', 200).describe('What users see on the pages. At most 200 characters.'),
    redirect_uris: z
      .array(redirectUri)
      .max(50)
      .describe('Addresses to which the browser may return: absolute, without a fragment. At most 50.'),
    plan: z
      .enum(['starter', 'emerging'])
      .default('emerging')
      .describe('emerging includes Smart Invites; starter does not. Default: emerging.'),
    client_type: clientType
      .default('confidential')
      .describe('public if it cannot keep a secret, as in a browser or on a phone. Default: confidential.'),
    allowed_origins: z
      .array(allowedOrigin)
      .max(50)
      .default([])
      .describe(
        'Origins of pages that may call the API from a browser (CORS), as browsers send them; only of public clients. At most 50. Default: none.',
      ),
    frame_origins: z
      .array(frameOrigin)
      .max(50)
      .default([])
      .describe(
        'Origins whose pages may show the booking pages of the application in a frame, as browsers send them. At most 50. Default: none.',
      ),
    hide_managed_events: z
      .boolean()
      .default(false)
      .describe('true: reads leave out events that the application wrote, unless they choose them. Default: false.'),
    logo: brandingFields.logo.default(null),
    accent_color: brandingFields.accent_color.default(null),
    privacy_url: brandingFields.privacy_url.default(null),
    support_url: brandingFields.support_url.default(null),
    rate_limit_per_second: rateLimit
      .default(null)
      .describe("Requests per second; 0: no limit; null: the deployment's default. Default: null."),
    rate_limit_per_minute: rateLimit
      .default(null)
      .describe("Requests per minute; 0: no limit; null: the deployment's default. Default: null."),
  }).meta({ id: 'ApplicationWrite' }),
  responses: {
    201: {
      description: 'The secret is shown only in this response',
      schema: applicationShape.extend(secretFields),
      example: { ...applicationExample, ...secretExample },
    },
    ...bodyErrors,
    ...adminDenied,
  },
});
