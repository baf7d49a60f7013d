export * from './list-unmatched-mail.js';
export * from './read-smart-invite.js';
export * from './receive-reply.js';
export * from './show-smart-invites.js';
export { smartInviteShape } from './smart-invite-shape.js';
export * from './write-smart-invite.js';
