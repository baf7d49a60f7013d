import {
  changeApplication,
  createApplication,
  createSecret,
  deleteApplication,
  deleteSecret,
  listApplications,
  listErrors,
} from '@kalends/public-api';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { calls } from '../calls.js';
import { callEndpoint } from '../call-endpoint.js';
import { withAdmin, type CommandContext } from '../command.js';
import { fields, table } from '../table.js';

interface CreateOptions {
  name: string;
  redirectUri?: string[];
  allowedOrigin?: string[];
  frameOrigin?: string[];
  plan?: string;
  clientType?: string;
  hideManagedEvents?: true;
}

/** Clients that cannot keep a secret (a program on the user's machine, a page) must be registered as public. */
const clientType = (note = '') =>
  new Option(
    '--client-type <type>',
    `confidential ${note}, or public: has no secret, requires PKCE`.replace(' ,', ','),
  ).choices(['confidential', 'public']);

const originHelp = 'origin whose pages may call the API, for public clients; repeat the option for several';

const frameHelp = 'origin whose pages may show its booking pages in a frame; repeat the option for several';

const collect = (value: string, values: string[] = []) => [...values, value];

function addCreate(application: Command, context: CommandContext): void {
  application
    .command('create')
    .description('create an application; its secret is shown only here')
    .requiredOption('--name <name>', 'what users see on the consent page')
    .option('--redirect-uri <url>', 'redirect address after consent; repeat the option for several', collect)
    .option('--allowed-origin <origin>', originHelp, collect)
    .option('--frame-origin <origin>', frameHelp, collect)
    .addOption(new Option('--plan <plan>', 'starter or emerging (the default)').choices(['starter', 'emerging']))
    .addOption(clientType('(the default)'))
    .option('--hide-managed-events', "reads omit the application's own events unless a request includes them")
    .action((options: CreateOptions, command: Command) =>
      context.run(command, () =>
        withAdmin(command, context, async (access) => {
          const body = {
            name: options.name,
            redirect_uris: options.redirectUri ?? [],
            ...(options.allowedOrigin ? { allowed_origins: options.allowedOrigin } : {}),
            ...(options.frameOrigin ? { frame_origins: options.frameOrigin } : {}),
            ...(options.plan ? { plan: options.plan } : {}),
            ...(options.clientType ? { client_type: options.clientType } : {}),
            ...(options.hideManagedEvents ? { hide_managed_events: true } : {}),
          };
          const called = await callEndpoint(access, createApplication, { body });
          return called.ok ? { ok: true, data: called.answer, lines: fields(called.answer) } : called;
        }),
      ),
    );
}

function addList(application: Command, context: CommandContext): void {
  application
    .command('list')
    .description('list the applications that the key manages')
    .action((_, command: Command) =>
      context.run(command, () =>
        withAdmin(command, context, async (access) => {
          const called = await callEndpoint(access, listApplications);
          if (!called.ok) return called;
          const columns = ['client_id', 'name', 'plan', 'client_type', 'redirect_uris'] as const;
          const lines = table(columns, called.answer.applications, 'There is no application yet.');
          return { ok: true, data: called.answer, lines };
        }),
      ),
    );
}

interface ChangeOptions {
  clientId: string;
  name?: string;
  redirectUri?: string[];
  allowedOrigin?: string[];
  frameOrigin?: string[];
  plan?: string;
  clientType?: string;
  perSecond?: number | 'default';
  perMinute?: number | 'default';
}

/** `default` selects the deployment's own limit. */
function limit(text: string): number | 'default' {
  if (text === 'default') return text;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new InvalidArgumentError('must be a whole number or default');
  return value;
}

function addChange(application: Command, context: CommandContext): void {
  application
    .command('change')
    .description('change the given fields; others stay the same')
    .requiredOption('--client-id <id>', 'the application')
    .option('--name <name>', 'what users see on the consent page')
    .option('--redirect-uri <url>', 'redirect address after consent; repeat the option for several', collect)
    .option('--allowed-origin <origin>', originHelp, collect)
    .option('--frame-origin <origin>', frameHelp, collect)
    .addOption(new Option('--plan <plan>', 'starter or emerging').choices(['starter', 'emerging']))
    .addOption(clientType())
    .option('--per-second <n>', "requests to /v1 per second; 0: no limit; default: the deployment's limit", limit)
    .option('--per-minute <n>', "requests to /v1 per minute; 0: no limit; default: the deployment's limit", limit)
    .action((options: ChangeOptions, command: Command) =>
      context.run(command, () =>
        withAdmin(command, context, async (access) => {
          const { clientId, name, plan, clientType, perSecond, perMinute, redirectUri, allowedOrigin, frameOrigin } =
            options;
          const body = {
            name,
            plan,
            client_type: clientType,
            redirect_uris: redirectUri,
            allowed_origins: allowedOrigin,
            frame_origins: frameOrigin,
            rate_limit_per_second: perSecond === 'default' ? null : perSecond,
            rate_limit_per_minute: perMinute === 'default' ? null : perMinute,
          };
          const called = await callEndpoint(access, changeApplication, { params: { client_id: clientId }, body });
          return called.ok ? { ok: true, data: called.answer, lines: fields(called.answer) } : called;
        }),
      ),
    );
}

export function addApplicationCommands(program: Command, context: CommandContext): void {
  const application = program.command('application').description('create, change, list and delete applications');
  addCreate(application, context);
  addChange(application, context);
  addList(application, context);
  addErrors(application, context);
  application
    .command('delete')
    .description('delete an application with all of its accounts and their data')
    .requiredOption('--client-id <id>', 'the application')
    .action(
      calls(context, {
        endpoint: deleteApplication,
        params: ({ clientId }: { clientId: string }) => ({ client_id: clientId }),
        lines: (_answer, { clientId }) => [`deleted ${clientId}`],
      }),
    );
}

function addErrors(application: Command, context: CommandContext): void {
  application
    .command('errors')
    .description('what was refused of its requests in the last 24 hours')
    .requiredOption('--client-id <id>', 'the application')
    .action(
      calls(context, {
        endpoint: listErrors,
        params: ({ clientId }: { clientId: string }) => ({ client_id: clientId }),
        lines: ({ errors }) =>
          table(
            ['count', 'method', 'path', 'status', 'code', 'at', 'request_id', 'description'],
            errors.map(({ example, ...one }) => ({ ...one, ...example })),
            'No request was refused.',
          ),
      }),
    );
}

/** Rotation: add a secret, give it to the application, remove the old one. */
export function addSecretCommands(program: Command, context: CommandContext): void {
  const secret = program
    .command('secret')
    .description("rotate an application's secret: both are valid until one is removed");
  secret
    .command('add')
    .description('add a client secret; it is shown only here')
    .requiredOption('--client-id <id>', 'the application')
    .action((options: { clientId: string }, command: Command) =>
      context.run(command, () =>
        withAdmin(command, context, async (access) => {
          const called = await callEndpoint(access, createSecret, { params: { client_id: options.clientId } });
          return called.ok ? { ok: true, data: called.answer, lines: fields(called.answer) } : called;
        }),
      ),
    );
  secret
    .command('drop')
    .description('remove a client secret; the last one cannot be removed')
    .requiredOption('--client-id <id>', 'the application')
    .requiredOption('--secret-id <id>', 'the secret')
    .action((options: { clientId: string; secretId: string }, command: Command) =>
      context.run(command, () =>
        withAdmin(command, context, async (access) => {
          const params = { client_id: options.clientId, secret_id: options.secretId };
          const called = await callEndpoint(access, deleteSecret, { params });
          return called.ok ? { ok: true, data: params, lines: [`dropped ${options.secretId}`] } : called;
        }),
      ),
    );
}
