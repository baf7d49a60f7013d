import { z } from 'zod';

export const sessionShape = z
  .object({
    actor: z.string().describe('Who has signed in, as the audit names them.'),
    role: z
      .enum(['viewer', 'operator', 'admin'])
      .describe('viewer: reads. operator: also ends access and repeats deliveries. admin: everything.'),
    only_account: z.string().nullable().describe('The only account that may be read; null: all.'),
    developer: z.boolean().describe("Whether only a developer's own applications are shown."),
  })
  .meta({ id: 'ConsoleSession' });

export const sessionExample = { actor: 'admin key', role: 'admin', only_account: null, developer: false };
