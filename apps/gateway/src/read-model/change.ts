import type { ChangeType } from '@kalends/public-api';

/** The ids of what changed, as in the answer. */
export interface ChangeSubject {
  calendar_id?: string;
  event_uid?: string;
  event_id?: string;
  profile_id?: string;
  smart_invite_id?: string;
  recipient_email?: string;
  refused_write?: { operation: string; reason: string; refused_at: string };
}

/** An entry of the log. `own`: the application did it, through the API. */
export interface NewChange {
  type: ChangeType;
  own: boolean;
  subject: ChangeSubject;
}

/** The same, of an account. */
export interface AccountChange extends NewChange {
  accountId: string;
}
