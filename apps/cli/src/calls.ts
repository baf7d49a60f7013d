import type { Command } from 'commander';
import type { Endpoint } from '@kalends/public-api';
import { callEndpoint, type ResponseBody } from './call-endpoint.js';
import { withAdmin, type CommandContext } from './command.js';

/** A command that makes one call of the admin API. */
interface OneCall<E extends Endpoint, Options> {
  endpoint: E;
  params?: (options: Options) => Record<string, string>;
  query?: (options: Options) => Record<string, string | undefined>;
  body?: (options: Options) => unknown;
  /** What is printed. */
  lines: (answer: ResponseBody<E>, options: Options) => string[];
}

/** The action of a command that makes one call, and prints the answer. */
export const calls =
  <E extends Endpoint, Options>(context: CommandContext, call: OneCall<E, Options>) =>
  (options: Options, command: Command): Promise<void> =>
    context.run(command, () =>
      withAdmin(command, context, async (access) => {
        const input = { params: call.params?.(options), query: call.query?.(options), body: call.body?.(options) };
        const called = await callEndpoint(access, call.endpoint, input);
        if (!called.ok) return called;
        return {
          ok: true,
          data: called.answer ?? call.params?.(options) ?? {},
          lines: call.lines(called.answer, options),
        };
      }),
    );
