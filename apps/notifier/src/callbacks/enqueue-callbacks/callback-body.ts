import type { ReplyRecorded } from '@kalends/contracts';

/**
 * The body of a Smart Invite's callback (CBK-4): `recipient` as it stands now, `recipients` where
 * the invite has several, and the `reply` that came in, with `counted` and, where it was only recorded, the `reason`.
 */
export function callbackBody({ smart_invite_id, callback_url, recipient, recipients, reply }: ReplyRecorded) {
  return {
    notification: { type: 'smart_invite' },
    smart_invite: { smart_invite_id, callback_url, recipient, recipients, reply },
  };
}
