import {
  enableCallbackEndpointOfApplication,
  listCallbackEndpointsOfApplication,
  listCallbacksNextPageOfApplication,
  listCallbacksOfApplication,
  replayCallbackOfApplication,
  replayCallbacks,
} from '@kalends/public-api';
import { Option, type Command } from 'commander';
import { callEndpoint, type ResponseBody } from '../call-endpoint.js';
import { withAdmin, type CommandContext } from '../command.js';
import type { AdminAccess } from '../find-admin-access.js';
import { table } from '../table.js';
import type { Refused } from '../terminal.js';

type Page = ResponseBody<typeof listCallbacksOfApplication>;
type Callback = Page['callbacks'][number];

interface ListOptions {
  clientId: string;
  smartInviteId?: string;
  status?: string;
  limit: number;
}

const statuses = ['pending', 'delivered', 'failed', 'disabled'] as const;
const clientOption = ['--client-id <id>', 'the application'] as const;

/** The newest callbacks, page by page, at most `limit`. */
async function readCallbacks(
  access: AdminAccess,
  options: ListOptions,
): Promise<{ ok: true; all: Callback[] } | Refused> {
  const params = { client_id: options.clientId };
  const query = { smart_invite_id: options.smartInviteId, status: options.status };
  let called = await callEndpoint(access, listCallbacksOfApplication, { params, query });
  const all: Callback[] = [];
  for (;;) {
    if (!called.ok) return called;
    all.push(...called.answer.callbacks);
    const cursor = called.answer.pages.next_page?.split('/').at(-1);
    if (!cursor || all.length >= options.limit) return { ok: true, all: all.slice(0, options.limit) };
    called = await callEndpoint(access, listCallbacksNextPageOfApplication, { params: { ...params, cursor } });
  }
}

const rowOf = ({ callback_id, type, smart_invite_id, status, next_attempt_at, attempts, url }: Callback) => {
  const last = attempts.at(-1);
  const last_answer = last && (last.error ?? String(last.status_code));
  return { callback_id, type, smart_invite_id, status, next_attempt_at, attempts: attempts.length, last_answer, url };
};

function addList(callbacks: Command, context: CommandContext): void {
  callbacks
    .command('list')
    .description('list callbacks and their delivery, newest first')
    .requiredOption(...clientOption)
    .option('--smart-invite-id <id>', 'those of one Smart Invite')
    .addOption(new Option('--status <status>', 'those of one status').choices(statuses))
    .option('--limit <n>', 'maximum number of lines', (text) => Math.max(1, Number.parseInt(text, 10) || 30), 30)
    .action((options: ListOptions, command: Command) =>
      context.run(command, () =>
        withAdmin(command, context, async (access) => {
          const read = await readCallbacks(access, options);
          if (!read.ok) return read;
          const columns = [
            'callback_id',
            'type',
            'smart_invite_id',
            'status',
            'next_attempt_at',
            'attempts',
            'last_answer',
            'url',
          ] as const;
          const lines = table(columns, read.all.map(rowOf), 'There is no such callback.');
          return { ok: true, data: { callbacks: read.all }, lines };
        }),
      ),
    );
}

interface ReplayOptions {
  clientId: string;
  smartInviteId?: string;
  status?: (typeof statuses)[number];
  url?: string;
}

async function replayFilter(access: AdminAccess, { clientId, smartInviteId, status, url }: ReplayOptions) {
  const filter = { smart_invite_id: smartInviteId, status, url };
  if (Object.values(filter).every((value) => value === undefined))
    return { ok: false as const, line: 'name ids, or a filter: --status, --url or --smart-invite-id' };
  const called = await callEndpoint(access, replayCallbacks, { params: { client_id: clientId }, body: filter });
  if (!called.ok) return called;
  const { replayed, left } = called.answer;
  const more = left > 0 ? [`${left} more match: repeat the command`] : [];
  return { ok: true as const, data: called.answer, lines: [`replayed ${replayed} callbacks`, ...more] };
}

function addReplay(callbacks: Command, context: CommandContext): void {
  callbacks
    .command('replay')
    .description('send them again, each under its webhook-id: those with these ids, or the newest 500 of a filter')
    .argument('[id...]', 'ids as listed')
    .requiredOption(...clientOption)
    .option('--smart-invite-id <id>', 'those of one Smart Invite')
    .addOption(new Option('--status <status>', 'those of one status').choices(statuses))
    .option('--url <url>', 'those to one URL')
    .action((ids: string[], options: ReplayOptions, command: Command) =>
      context.run(command, () =>
        withAdmin(command, context, async (access) => {
          if (ids.length === 0) return replayFilter(access, options);
          for (const id of ids) {
            const params = { client_id: options.clientId, callback_id: id };
            const called = await callEndpoint(access, replayCallbackOfApplication, { params });
            if (!called.ok) return { ok: false, line: `${id}: ${called.line}` };
          }
          return { ok: true, data: { replayed: ids }, lines: ids.map((id) => `replayed ${id}`) };
        }),
      ),
    );
}

function addEndpoints(callbacks: Command, context: CommandContext): void {
  callbacks
    .command('endpoints')
    .description('callback URLs that are failing or disabled')
    .requiredOption(...clientOption)
    .action((options: { clientId: string }, command: Command) =>
      context.run(command, () =>
        withAdmin(command, context, async (access) => {
          const params = { client_id: options.clientId };
          const called = await callEndpoint(access, listCallbackEndpointsOfApplication, { params });
          if (!called.ok) return called;
          const columns = ['url', 'status', 'reason', 'failing_since', 'disabled_at', 'waiting'] as const;
          const lines = table(columns, called.answer.callback_endpoints, 'No callback URL is failing or disabled.');
          return { ok: true, data: called.answer, lines };
        }),
      ),
    );
  callbacks
    .command('enable')
    .description('enable a callback URL and send what is pending for it')
    .requiredOption(...clientOption)
    .requiredOption('--url <url>', 'exactly as listed')
    .action((options: { clientId: string; url: string }, command: Command) =>
      context.run(command, () =>
        withAdmin(command, context, async (access) => {
          const { clientId, url } = options;
          const input = { params: { client_id: clientId }, body: { url } };
          const called = await callEndpoint(access, enableCallbackEndpointOfApplication, input);
          return called.ok ? { ok: true, data: { url }, lines: [`enabled ${url}`] } : called;
        }),
      ),
    );
}

/** Callbacks of applications: list their delivery and replay them. */
export function addCallbackCommands(program: Command, context: CommandContext): void {
  const callbacks = program.command('callbacks').description('callbacks of applications and their delivery');
  addList(callbacks, context);
  addReplay(callbacks, context);
  addEndpoints(callbacks, context);
}
