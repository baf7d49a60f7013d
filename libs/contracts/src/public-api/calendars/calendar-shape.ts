import { z } from 'zod';

export const calendarShape = z
  .object({
    provider_name: z.string(),
    profile_id: z.string(),
    profile_name: z.string(),
    calendar_id: z.string(),
    calendar_name: z.string(),
    calendar_readonly: z.boolean(),
    calendar_deleted: z.boolean(),
    calendar_primary: z.boolean(),
    calendar_integrated_conferencing_available: z.boolean(),
    calendar_attachments_available: z.boolean(),
    permission_level: z.string(),
  })
  .meta({ id: 'Calendar' });
