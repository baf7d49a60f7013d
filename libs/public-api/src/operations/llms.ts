import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';

export const llmsEndpoint = endpoint({
  method: 'get',
  path: '/llms.txt',
  operation: 'llms',
  summary: 'The documentation as a list for language models',
  tag: 'operations',
  credential: 'none',
  description:
    'Links to all guides as Markdown, and to the descriptions of the API, each with what it is about (llmstxt.org).',
  responses: {
    200: {
      description: 'The list, as Markdown',
      contentType: 'text/plain',
      schema: z.string(),
      example:
        '# Kalends\n\n> A calendar API between an application and the calendars of its users.\n\n## Guides\n\n' +
        '- [Quick start](https://calendar.example.com/docs/quick-start.md): From nothing to the first event in five minutes.\n',
    },
  },
});
