import { z } from 'zod';
import { smartInviteRecord } from '../../invites/smart-invite-query.js';
import { endpoint } from '../shared/endpoint.js';
import { busErrors, notFound } from '../shared/errors.js';

export const showSmartInvites = endpoint({
  method: 'get',
  path: '/admin/v1/applications/{client_id}/smart_invites/{smart_invite_id}',
  operation: 'showSmartInvites',
  summary: 'Every invite with one smart_invite_id, with its tracking data',
  tag: 'admin',
  credential: 'admin-key',
  params: z.object({ client_id: z.string(), smart_invite_id: z.string() }),
  responses: {
    200: { description: 'They', schema: z.object({ smart_invites: z.array(smartInviteRecord) }) },
    ...busErrors,
    404: notFound,
  },
});
