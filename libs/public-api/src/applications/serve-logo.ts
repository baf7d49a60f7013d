import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { notFound } from '../shared/errors.js';

export const serveLogo = endpoint({
  method: 'get',
  path: '/applications/{client_id}/logo',
  operation: 'serveLogo',
  summary: 'The logo of an application, as the pages of the journey show it',
  tag: 'oauth',
  credential: 'browser',
  description:
    'Set with POST /admin/v1/applications. Browsers may keep it for a year, because the address in logo_url changes with it; it can neither run nor load anything.',
  params: z.object({ client_id: z.string().describe('The application, by its client_id.') }),
  query: z.object({ v: z.string().optional().describe('The version of the logo, as logo_url has it.') }),
  responses: {
    200: {
      description: 'The image, an SVG or a PNG (image/png)',
      contentType: 'image/svg+xml',
      schema: z.string(),
      example: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"></circle></svg>',
    },
    404: notFound,
  },
});
