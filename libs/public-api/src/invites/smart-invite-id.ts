import { filled } from '../shared/fields.js';

export const smartInviteId = filled('smart_invite_id', 256);
