import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';

const href = z.url().describe('The address.');
const items = z.array(z.object({ href, title: z.string().describe('What people call it.') })).optional();
const links = z.array(z.object({ href, type: z.string().describe('Its media type.') })).optional();

export const apiCatalogEndpoint = endpoint({
  method: 'get',
  path: '/.well-known/api-catalog',
  operation: 'apiCatalog',
  summary: 'RFC 9727 catalogue of the APIs of this server',
  tag: 'operations',
  credential: 'none',
  description:
    'Links (RFC 9264) from each API to its descriptions, its documentation and its state, for programs that look for APIs.',
  responses: {
    200: {
      description: 'The catalogue',
      contentType: 'application/linkset+json',
      headers: { Link: 'This catalogue, with the relation api-catalog; also in answer to HEAD.' },
      schema: z.object({
        linkset: z
          .array(
            z.object({
              anchor: z.url().describe('What the links are about.'),
              item: items.describe('The APIs of the catalogue.'),
              'service-desc': links.describe('Descriptions for programs (RFC 8631).'),
              'service-doc': links.describe('Documentation for people (RFC 8631).'),
              'service-meta': links.describe('Further metadata (RFC 8631).'),
              status: links.describe('The state of the API (RFC 8631).'),
            }),
          )
          .describe('One entry for the catalogue, and one for each API.'),
      }),
      example: {
        linkset: [
          {
            anchor: 'https://calendar.example.com/.well-known/api-catalog',
            item: [{ href: 'https://calendar.example.com/v1', title: 'Kalends' }],
          },
          {
            anchor: 'https://calendar.example.com/v1',
            'service-desc': [{ href: 'https://calendar.example.com/openapi.json', type: 'application/json' }],
            'service-doc': [{ href: 'https://calendar.example.com/docs', type: 'text/html' }],
            'service-meta': [
              {
                href: 'https://calendar.example.com/.well-known/oauth-protected-resource',
                type: 'application/json',
              },
            ],
            status: [{ href: 'https://calendar.example.com/health/ready', type: 'application/json' }],
          },
        ],
      },
    },
  },
});
