import { z } from 'zod';

export const shownTime = z
  .union([
    z.string(),
    z.object({
      time: z
        .string()
        .describe('The time with the offset of tzid, or a local date.')
        .meta({ examples: ['2026-11-20T16:00:00+01:00'] }),
      tzid: z
        .string()
        .describe('IANA time zone, the one of the request.')
        .meta({ examples: ['Europe/Berlin'] }),
    }),
  ])
  .meta({ examples: ['2026-11-20T15:00:00Z'] });
