import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { listUnmatchedMail, showSmartInvites } from '@kalends/public-api';
import type { Command } from 'commander';
import { callEndpoint } from '../call-endpoint.js';
import { withAdmin, type CommandContext } from '../command.js';
import { dataDirOf, recordedSmtpPort, type AdminAccess, type AdminOptions } from '../find-admin-access.js';
import { table } from '../table.js';
import { refused, type Outcome } from '../terminal.js';
import { checkMail, sendTestMail, type Finding } from './check-mail.js';

interface CheckOptions {
  domain?: string;
  host?: string;
  port?: string;
  clientId?: string;
  smartInviteId?: string;
}

const timeoutMs = 15_000;

/** Whether the test mail is listed as unmatched, which means that it passed the listener, the database and the worker. */
async function isListed(access: AdminAccess, messageId: string): Promise<boolean> {
  for (let waited = 0; waited < timeoutMs; waited += 250) {
    const called = await callEndpoint(access, listUnmatchedMail);
    const mails = called.ok ? called.answer.unmatched_mail : [];
    if (mails.some(({ message_id }) => message_id?.includes(messageId))) return true;
    await delay(250);
  }
  return false;
}

async function roundTrip(
  access: AdminAccess,
  target: { host: string; port: number },
  of: { client_id: string; smart_invite_id: string },
): Promise<Finding> {
  const called = await callEndpoint(access, showSmartInvites, { params: of });
  if (!called.ok) return { check: 'round trip', result: 'failed', detail: called.line };
  const to = called.answer.smart_invites[0]!.reply_address;
  const id = `${randomUUID()}@mail-check.localhost`;
  try {
    await sendTestMail(target, to, `<${id}>`);
  } catch (error) {
    return { check: 'round trip', result: 'failed', detail: `${to}: ${(error as Error).message}` };
  }
  const listed = await isListed(access, id);
  return listed
    ? { check: 'round trip', result: 'ok', detail: `a test mail to ${to} was accepted and processed` }
    : {
        check: 'round trip',
        result: 'failed',
        detail: `a test mail to ${to} was accepted, but not processed within 15 seconds`,
      };
}

const portOf = (text: string | undefined) => (text === undefined || text === '' ? undefined : Number(text));

async function check(options: CheckOptions, context: CommandContext, command: Command): Promise<Outcome> {
  const { env } = context.terminal;
  const recorded = await recordedSmtpPort(dataDirOf(command.optsWithGlobals<AdminOptions>(), env));
  const smtpPort = portOf(env.SMTP_PORT) ?? recorded ?? 2525;
  const domain = options.domain ?? (env.MAIL_DOMAIN || 'localhost');
  const port = portOf(options.port);
  const findings = await checkMail({ domain, host: options.host, port, smtpPort });
  const { clientId: client_id, smartInviteId: smart_invite_id } = options;
  if (client_id && smart_invite_id) {
    const target = { host: options.host ?? '127.0.0.1', port: port ?? smtpPort };
    const tried = await withAdmin(command, context, async (access) => ({
      ok: true,
      data: await roundTrip(access, target, { client_id, smart_invite_id }),
      lines: [],
    }));
    findings.push(tried.ok ? (tried.data as Finding) : { check: 'round trip', result: 'failed', detail: tried.line });
  }
  const failed = findings.filter(({ result }) => result === 'failed');
  if (failed.length > 0) return refused(failed.map((one) => `${one.check}: ${one.detail}`).join('; '));
  const lines = table(['check', 'result', 'detail'], findings, '');
  return { ok: true, data: { findings }, lines };
}

/** Checks whether replies by mail can arrive. */
export function addMailCommands(program: Command, context: CommandContext): void {
  program
    .command('mail')
    .description('replies by mail')
    .command('check')
    .description('check the SMTP listener as a sender does; with an invite, also send its address a test mail')
    .option('--domain <domain>', 'MAIL_DOMAIN, localhost')
    .option('--host <host>', 'host of the listener, instead of the MX')
    .option('--port <port>', '25 for the MX, else SMTP_PORT, that of the local demo, 2525')
    .option('--client-id <id>', 'an application, for the test mail')
    .option('--smart-invite-id <id>', 'one of its invites; the mail changes nothing in it')
    .action((options: CheckOptions, command: Command) => context.run(command, () => check(options, context, command)));
}
