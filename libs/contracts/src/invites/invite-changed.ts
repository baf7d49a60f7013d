import { z } from 'zod';
import { topic } from '@kalends/topics';

/**
 * What happened to a Smart Invite. `invite_id`: the service's own id of it; order is kept per invite. `recipient_email`: null if it has
 * several recipients. `own`: the application did it, through the API.
 */
export const inviteChangedBody = z.object({
  client_id: z.string(),
  invite_id: z.string(),
  smart_invite_id: z.string(),
  recipient_email: z.string().nullable(),
  change: z.enum(['created', 'changed', 'cancelled', 'replied']),
  own: z.boolean(),
});
export type InviteChanged = z.infer<typeof inviteChangedBody>;

/** Published for every change of a Smart Invite; the gateway adds it to the log of changes. */
export const inviteChanged = topic<InviteChanged>({
  name: 'invites.event.invite-changed.v1',
  schema: inviteChangedBody,
  key: (body) => body.invite_id,
  example: {
    client_id: 'R0GzVYyNTsYL2CUD9kJb1cWbX7z1dJ2a',
    invite_id: 'inv_0d1c2b3a4f',
    smart_invite_id: 'your-unique-identifier-for-invite',
    recipient_email: 'cronofy@example.com',
    change: 'created',
    own: true,
  },
});
