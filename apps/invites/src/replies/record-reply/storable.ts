import type { AttendeeReply, ReplyMail } from '../../itip/model.js';

const longest = 4096;
const nul = /\0/g;
const halfPair = /\p{Cs}/gu;

/** As PostgreSQL can store it, at most `limit` characters. */
const storable = (text: string, limit = longest): string =>
  text.slice(0, limit).replace(nul, '').replace(halfPair, '�');

const storableOrNull = (text: string | null, limit?: number) => (text === null ? null : storable(text, limit));

const storableReply = (reply: AttendeeReply): AttendeeReply => ({
  ...reply,
  uid: storableOrNull(reply.uid),
  email: storable(reply.email, 320),
  delegatedTo: reply.delegatedTo.slice(0, 20).map((email) => storable(email, 320)),
  ...(reply.comment !== undefined && { comment: storable(reply.comment) }),
});

/** Bounds a mail's texts: comments of megabytes and characters that no database stores may arrive from outside. */
export const storableMail = (mail: ReplyMail): ReplyMail => ({
  ...mail,
  messageId: storableOrNull(mail.messageId, 998),
  from: storableOrNull(mail.from, 320),
  authentication: storableOrNull(mail.authentication),
  replies: mail.replies.slice(0, 200).map(storableReply),
});
