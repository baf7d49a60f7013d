import type { ReplyRecorded, SmartInviteCallbackBody } from '@kalends/contracts';

/**
 * The body of a Smart Invite's callback (CBK-4): `recipient` in its current state, `recipients` if the invite has several,
 * and the received `reply`, with `counted` and, if it was only recorded, the `reason`.
 */
export function callbackBody(recorded: ReplyRecorded): SmartInviteCallbackBody {
  const { smart_invite_id, callback_url, recipient, recipients, reply } = recorded;
  return {
    notification: { type: 'smart_invite' },
    smart_invite: { smart_invite_id, callback_url, recipient, recipients, reply },
  };
}
