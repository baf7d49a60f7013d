import { Body, Controller, Get, HttpCode, Inject, Query, UseGuards } from '@nestjs/common';
import { smartInviteQuery, type SmartInviteQuery, type SmartInviteReply } from '@kalends/contracts';
import { readSmartInviteQuery } from '@kalends/public-api';
import type { MessagingClient } from '@kalends/messaging';
import { Post } from '../http/idempotency/post.js';
import { requestOrThrow } from '../http/bus/request-or-throw.js';
import { ApiKeyGuard, ApplicationOf, type CallingApplication } from '../http/api-key.js';
import { requestToken } from '../http/injection-tokens.js';
import { invalidField, notFound, Refusal, validate } from '../http/refusals.js';
import { inviteRequestOf } from './invite-request.js';
import { presentInvite, presentReply } from './smart-invites.present.js';

const notMail = () =>
  new Refusal(415, { error: 'unsupported_media_type', description: 'Send the mail as message/rfc822.' });

const otherRecipients = [
  'recipients',
  'not_supported',
  "cancel is for everybody: name all of the invite's current recipients or none, and use method: remove for single recipients",
] as const;

function inviteIn(reply: SmartInviteReply) {
  if (reply.outcome === 'invite') return presentInvite(reply.invite);
  if (reply.outcome === 'unknown-recipient' && reply.recipients_differ) throw invalidField(...otherRecipients);
  if (reply.outcome === 'unknown-recipient' && reply.full !== undefined) {
    const description = `an invite may have at most ${reply.full} recipients, with those that it has already: remove some first`;
    throw invalidField('recipients', 'too_many', description);
  }
  if (reply.outcome === 'unknown-invite' && reply.full !== undefined) {
    const description = `the application has ${reply.full} Smart Invites, the maximum: its operator can change INVITES_PER_APPLICATION`;
    throw invalidField('smart_invite_id', 'too_many', description);
  }
  throw notFound(reply.outcome === 'unknown-recipient' ? 'recipient of this Smart Invite' : 'Smart Invite');
}

/** An application's Smart Invites; those of others do not exist for it. */
@Controller('v1/smart_invites')
@UseGuards(ApiKeyGuard('emerging'))
export class SmartInvitesController {
  constructor(@Inject(requestToken) private readonly client: MessagingClient) {}

  @Post()
  @HttpCode(200)
  async write(@ApplicationOf() { clientId }: CallingApplication, @Body() input: unknown) {
    return inviteIn(await this.request(inviteRequestOf(clientId, input)));
  }

  @Get()
  async read(@ApplicationOf() { clientId }: CallingApplication, @Query() input: unknown) {
    const query = validate(readSmartInviteQuery, input);
    const reply = await this.request({
      kind: 'read',
      client_id: clientId,
      smart_invite_id: query.smart_invite_id,
      recipient_email: query.recipient_email || null,
      include_text: query.include_ics ?? false,
    });
    return inviteIn(reply);
  }

  @Post('replies')
  @HttpCode(202)
  async receive(@ApplicationOf() { clientId }: CallingApplication, @Body() mail: unknown) {
    if (!Buffer.isBuffer(mail)) throw notMail();
    if (mail.length === 0) throw invalidField('body', 'required', 'the mail must be specified');
    const reply = await this.request({ kind: 'receive-reply', client_id: clientId, mail: mail.toString('base64') });
    if (reply.outcome !== 'received') throw notFound('Smart Invite');
    const { smart_invite_id, replies } = reply;
    return { ...(smart_invite_id !== null && { smart_invite_id }), replies: replies.map(presentReply) };
  }

  private request(query: SmartInviteQuery): Promise<SmartInviteReply> {
    return requestOrThrow(this.client, smartInviteQuery, query);
  }
}
