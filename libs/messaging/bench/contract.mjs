import { topic } from '@kalends/topics';
import { z } from 'zod';

/** The round trip that both sides make: about 500 bytes in each direction. */
export const payload = (n) => ({
  event_uid: `event-${n}`,
  calendar_id: 'cal_0123456789abcdef',
  summary: 'Quarterly planning with the people from the other building',
  start: '2026-11-21T09:00:00Z',
  end: '2026-11-21T10:00:00Z',
  tzid: 'Europe/Berlin',
  description: 'x'.repeat(280),
  n,
});

const schema = z.object({
  event_uid: z.string().min(1),
  calendar_id: z.string().min(1),
  summary: z.string(),
  start: z.string(),
  end: z.string(),
  tzid: z.string(),
  description: z.string(),
  n: z.number().int(),
});

export const partitions = 3;

export const contract = (name) =>
  topic({ name, schema, key: (body) => body.event_uid, example: payload(1), partitions, reply: schema });
