import { z } from 'zod';

export const shownTime = z.union([
  z.string(),
  z.object({
    time: z.string().describe('The time with the offset of tzid, or a local date.'),
    tzid: z.string().describe('IANA time zone, the one of the request.'),
  }),
]);
