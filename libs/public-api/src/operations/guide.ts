import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { notFound } from '../shared/errors.js';

export const guideEndpoint = endpoint({
  method: 'get',
  path: '/docs/{guide}.md',
  operation: 'guide',
  summary: 'A guide as Markdown',
  tag: 'operations',
  credential: 'none',
  description: 'With the values of this deployment. /llms.txt lists all guides.',
  params: z.object({ guide: z.string().describe('The name of the guide, as in /llms.txt.') }),
  responses: {
    200: {
      description: 'The guide',
      contentType: 'text/markdown',
      schema: z.string(),
      example: '# Quick start\n\nFrom nothing to the first event in five minutes.\n',
    },
    404: notFound,
  },
});
