import { consentProviderId } from '@kalends/contracts';
import { checkProvider, listProviders, readActivity } from '@kalends/public-api';
import type { Command } from 'commander';
import { callEndpoint, type ResponseBody } from '../call-endpoint.js';
import { calls } from '../calls.js';
import { withAdmin, type CommandContext } from '../command.js';
import type { AdminAccess } from '../find-admin-access.js';
import { table } from '../table.js';
import { refused, type Outcome } from '../terminal.js';

type Checked = ResponseBody<typeof checkProvider>['provider'];

const mark = { ok: 'ok', failed: 'FAILED', warning: 'WARNING', unknown: 'unknown' } as const;

/** What was found, each with what to click, numbered. */
function linesOf({ name, findings }: Checked): string[] {
  const found = findings.flatMap(({ result, detail, steps }) => [
    `  ${mark[result].padEnd(8)} ${detail}`,
    ...steps.map((step, index) => `           ${index + 1}. ${step}`),
  ]);
  return [name, ...found];
}

/** All that are configured, or the one that is named. */
async function configured(access: AdminAccess, named: string | undefined) {
  if (named !== undefined) return { ok: true as const, ids: [named] };
  const called = await callEndpoint(access, listProviders);
  if (!called.ok) return called;
  const ids = called.answer.providers.filter((one) => one.configured).map(({ provider }) => provider);
  return { ok: true as const, ids };
}

async function check(access: AdminAccess, named: string | undefined): Promise<Outcome> {
  const wanted = await configured(access, named);
  if (!wanted.ok) return wanted;
  const checked: Checked[] = [];
  for (const provider of wanted.ids) {
    const called = await callEndpoint(access, checkProvider, { params: { provider } });
    if (!called.ok) return called;
    checked.push(called.answer.provider);
  }
  const none = 'No provider is configured. To see the settings of each: kalends providers list --json';
  return { ok: true, data: { providers: checked }, lines: checked.length === 0 ? [none] : checked.flatMap(linesOf) };
}

type Active = ResponseBody<typeof readActivity>['providers'][number];

const activityOf = ({ provider, failing_profiles, hours }: Active) => ({
  ...{ provider, failing_profiles },
  requests: hours.reduce((sum, one) => sum + one.requests, 0),
  syncs_done: hours.reduce((sum, one) => sum + one.done, 0),
  syncs_failed: hours.reduce((sum, one) => sum + one.failed, 0),
});

type Listed = ResponseBody<typeof listProviders>['providers'][number];

const listed = [
  ...(['provider', 'configured', 'redirect_address', 'result', 'checked_at', 'profiles', 'failing'] as const),
  ...(['ending_profiles', 'used_today', 'expected_today', 'limit_today'] as const),
] as const;

function listedOf({ profiles, budget, ...one }: Listed) {
  const sum = (of: (states: Listed['profiles'][number]) => number) => profiles.reduce((total, p) => total + of(p), 0);
  return {
    ...one,
    profiles: sum(
      ({ ok, pending, failing, set_aside, disconnected }) => ok + pending + failing + set_aside + disconnected,
    ),
    failing: sum(({ failing, set_aside, disconnected }) => failing + set_aside + disconnected),
    used_today: budget?.day.used ?? null,
    expected_today: budget?.day.forecast ?? null,
    limit_today: budget?.day.limit ?? null,
  };
}

function addCheck(providers: Command, context: CommandContext): void {
  providers
    .command('check')
    .argument('[provider]', `${consentProviderId.options.join(' or ')}; without it, all that are configured`)
    .description('try id, secret and redirect address, and print what is wrong and where to click; exit code 1 if so')
    .action((named: string | undefined, _options: object, command: Command) =>
      context.run(command, () =>
        withAdmin(command, context, async (access) => {
          const outcome = await check(access, named);
          if (!outcome.ok) return outcome;
          const { providers: all } = outcome.data as { providers: Checked[] };
          const failing = all.filter(({ result }) => result === 'failed').map(({ name }) => name);
          if (failing.length === 0) return outcome;
          context.terminal.out(outcome.lines.map((line) => `${line}\n`).join(''));
          return refused(`users cannot connect at ${failing.join(' and ')}`);
        }),
      ),
    );
}

/** What is known of providers, and whether users could connect there, found out before they try. */
export function addProviderCommands(program: Command, context: CommandContext): void {
  const providers = program
    .command('providers')
    .description('requests to each provider and syncs in the last 24 hours, and failing profiles; and its OAuth client')
    .action(
      calls(context, {
        endpoint: readActivity,
        lines: ({ providers: active }) =>
          table(
            ['provider', 'requests', 'syncs_done', 'syncs_failed', 'failing_profiles'],
            active.map(activityOf),
            'No provider was called.',
          ),
      }),
    );
  addCheck(providers, context);
  providers
    .command('list')
    .description(
      'each with its redirect address, what the last check found, its profiles, and its budget of requests today',
    )
    .action(
      calls(context, {
        endpoint: listProviders,
        lines: (answer) => table([...listed], answer.providers.map(listedOf), 'There is no provider with a consent.'),
      }),
    );
}
