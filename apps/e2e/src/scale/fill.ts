import { waitUntil } from '@kalends/testing';
import pg from 'pg';
import { accessTokenOf, idOf, insertClones, type Clone } from './clone.js';
import { templates, type Template } from './templates.js';

const atOnce = 500;
const space = 36 ** 6;

/** A different token for each number, in no visible order: consecutive accounts are not neighbours in an index. */
const tokenOf = (number: number): string => ((number * 1_000_003 + 123_457) % space).toString(36).padStart(6, '0');

export interface FilledAccount {
  sub: string;
  access_token: string;
  /** The template that it is a copy of, or is. */
  template: Template;
}

/** The copies that make `accounts` accounts of these templates. */
const clonesOf = (made: readonly Template[], accounts: number): Clone[] =>
  Array.from({ length: Math.max(0, accounts - made.length) }, (_, number) => ({
    template: made[number % templates]!.sub,
    token: tokenOf(number),
  }));

/** Resolves when every service has read the templates, and the log has moved their records to the topic's state. */
export async function untilSettled(client: pg.ClientBase): Promise<void> {
  const settled = async () =>
    (
      await client.query<{ settled: boolean }>(
        `SELECT NOT EXISTS (SELECT FROM calendar_sync.profile WHERE initial_sync <> 'done')
           AND NOT EXISTS (SELECT FROM calendar_sync.profile AS unwatched WHERE provider_name = 'google'
             AND NOT EXISTS (SELECT FROM calendar_sync.push_channel WHERE profile_id = unwatched.profile_id))
           AND NOT EXISTS (SELECT FROM gateway.pending_write) AND NOT EXISTS (SELECT FROM calendar_sync.outbox)
           AND NOT EXISTS (SELECT FROM gateway.outbox) AND NOT EXISTS (SELECT FROM notifier.delivery) AS settled`,
      )
    ).rows[0]!.settled;
  await waitUntil(settled, { timeout: 180_000, interval: 500, what: 'the log to be read' });
}

/**
 * Fills the tables of all services with copies of the templates until there are `accounts`, as the services would have
 * written them. Call it while no service runs. Returns all accounts with their tokens.
 */
export async function fill(
  databaseUrl: string,
  { made, accounts, onProgress }: { made: readonly Template[]; accounts: number; onProgress?: (n: number) => void },
): Promise<FilledAccount[]> {
  const clones = clonesOf(made, accounts);
  let next = 0;
  const work = async () => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    for (let at = next; at < clones.length; at = next) {
      next += atOnce;
      await insertClones(client, clones.slice(at, at + atOnce));
      onProgress?.(at);
    }
    await client.end();
  };
  await Promise.all([work(), work()]);
  const templateOf = new Map(made.map((one) => [one.sub, one]));
  return [
    ...made.map((template) => ({ ...template, template })),
    ...clones.map((clone) => ({
      sub: idOf(clone.template, clone),
      access_token: accessTokenOf(clone),
      template: templateOf.get(clone.template)!,
    })),
  ];
}
