import { guideNames, guides, guideTexts } from '../guides.js';
import { references } from '../operations.js';

/** What RFC 9727 §4.2 names the profile of a catalogue. */
export const catalogProfile = 'https://www.rfc-editor.org/info/rfc9727';

/** The catalogue (RFC 9727 §4) as a linkset (RFC 9264 §4.2), of the API and of its administration. */
export function apiCatalog(base: string): object {
  const json = (path: string) => [{ href: `${base}${path}`, type: 'application/json' }];
  const page = (path: string) => [{ href: `${base}${path}`, type: 'text/html' }];
  const status = json('/health/ready');
  return {
    linkset: [
      {
        anchor: `${base}/.well-known/api-catalog`,
        item: [
          { href: `${base}/v1`, title: 'Kalends' },
          { href: `${base}/admin/v1`, title: 'Kalends: administration' },
        ],
      },
      {
        anchor: `${base}/v1`,
        'service-desc': json('/openapi.json'),
        'service-doc': page('/docs'),
        'service-meta': [
          ...json('/.well-known/oauth-protected-resource'),
          ...json('/.well-known/oauth-authorization-server'),
          { href: `${base}/llms.txt`, type: 'text/plain' },
        ],
        status,
      },
      {
        anchor: `${base}/admin/v1`,
        'service-desc': json('/docs/admin.json'),
        'service-doc': page('/docs/admin'),
        status,
      },
    ],
  };
}

const documents = { public: '/openapi.json', journey: '/docs/journey.json', admin: '/docs/admin.json' } as const;

/** The list of the documentation, in the form of llmstxt.org. */
export function llmsText(base: string): string {
  const entry = (path: string, title: string, text: string) => `- [${title}](${base}${path}): ${text}`;
  return [
    '# Kalends',
    '',
    "> A self-hosted calendar API: one HTTP API over the calendars of an application's users, whichever provider they use.",
    '',
    `The API is at ${base}. Calls for one user take an access token, calls for the application a client secret, both as`,
    '`Authorization: Bearer`.',
    '',
    '## Guides',
    '',
    ...guideNames.map((name) => entry(`/docs/${name}.md`, guides[name], guideTexts[name])),
    '',
    '## References (OpenAPI)',
    '',
    ...references().map(({ name, title, text }) => entry(documents[name], title, text)),
    '',
    '## Optional',
    '',
    entry('/asyncapi.json', 'Messages between the services', 'AsyncAPI, for operators.'),
    entry('/.well-known/oauth-authorization-server', 'Authorization server', 'RFC 8414 metadata.'),
    '',
  ].join('\n');
}
