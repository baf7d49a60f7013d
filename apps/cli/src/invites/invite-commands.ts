import { listUnmatchedMail, showSmartInvites } from '@kalends/public-api';
import type { Command } from 'commander';
import { callEndpoint, type ResponseBody } from '../call-endpoint.js';
import { withAdmin, type CommandContext } from '../command.js';
import { table } from '../table.js';

type Invite = ResponseBody<typeof showSmartInvites>['smart_invites'][number];

const replyColumns = ['received_at', 'email', 'status', 'counted', 'reason', 'message_id', 'authentication'] as const;

const replyRows = ({ replies }: Invite) =>
  replies.map((reply) => ({ ...reply, received_at: new Date(reply.received_at).toISOString() }));

const linesOf = (invite: Invite): string[] => [
  `${invite.invite_id}  ${invite.method}  sequence ${invite.sequence}  ${String(invite.submitted.summary)}`,
  `  uid            ${invite.uid}`,
  `  reply address  ${invite.reply_address}`,
  `  callback URL   ${invite.callback_url ?? 'none'}`,
  ...invite.recipients.map(({ email, status }) => `  recipient      ${email}: ${status}`),
  ...table(replyColumns, replyRows(invite), 'no reply yet').map((line) => `  ${line}`),
];

function addShow(invites: Command, context: CommandContext): void {
  invites
    .command('show')
    .description('an invite with its tracking state')
    .argument('<client_id>', 'the application')
    .argument('<smart_invite_id>', "the application's own id of the invite")
    .action((...[clientId, smartInviteId, , command]: [string, string, object, Command]) =>
      context.run(command, () =>
        withAdmin(command, context, async (access) => {
          const params = { client_id: clientId, smart_invite_id: smartInviteId };
          const called = await callEndpoint(access, showSmartInvites, { params });
          if (!called.ok) return called;
          return { ok: true, data: called.answer, lines: called.answer.smart_invites.flatMap(linesOf) };
        }),
      ),
    );
}

const mailColumns = [
  'unmatched_id',
  'received_at',
  'reason',
  'from',
  'message_id',
  'client_id',
  'smart_invite_id',
  'bytes',
] as const;

function addUnmatched(invites: Command, context: CommandContext): void {
  invites
    .command('unmatched')
    .description('received mail that was no reply to an invite, newest first')
    .option('--before <id>', 'those older than this one')
    .action((options: { before?: string }, command: Command) =>
      context.run(command, () =>
        withAdmin(command, context, async (access) => {
          const called = await callEndpoint(access, listUnmatchedMail, { query: { before: options.before } });
          if (!called.ok) return called;
          const { unmatched_mail, next_before } = called.answer;
          const lines = table(mailColumns, unmatched_mail, 'There is no unmatched mail.');
          const more = next_before === null ? [] : [`more: --before ${next_before}`];
          return { ok: true, data: called.answer, lines: [...lines, ...more] };
        }),
      ),
    );
}

/** For operators who investigate a missing reply. */
export function addInviteCommands(program: Command, context: CommandContext): void {
  const invites = program.command('invites').description('Smart Invites, and mail that matched none');
  addShow(invites, context);
  addUnmatched(invites, context);
}
