import { inviteChanged, type InviteChanged } from '@kalends/contracts';
import { message, type OutgoingMessage } from '@kalends/messaging';
import { severalKey, type InviteRow } from './rows.js';

/** The event that reports a change of the invite; a reply is nobody's own. */
export const changeMessage = (row: InviteRow, change: InviteChanged['change']): OutgoingMessage =>
  message(inviteChanged, {
    client_id: row.client_id,
    invite_id: row.invite_id,
    smart_invite_id: row.smart_invite_id,
    recipient_email: row.recipient_email === severalKey ? null : row.recipient_email,
    change,
    own: change !== 'replied',
  });
