import type { Command } from 'commander';
import { findAdminAccess, type AdminAccess, type AdminOptions } from './find-admin-access.js';
import type { Outcome, Terminal } from './terminal.js';

/** Runs a command's work and prints its outcome; separate so that commands do no output. */
export type Runner = (command: Command, work: () => Promise<Outcome>) => Promise<void>;

export interface CommandContext {
  terminal: Terminal;
  run: Runner;
}

/** A command over the admin API: finds address and key first. */
export async function withAdmin(
  command: Command,
  { terminal }: CommandContext,
  work: (access: AdminAccess) => Promise<Outcome>,
): Promise<Outcome> {
  const access = await findAdminAccess(command.optsWithGlobals<AdminOptions>(), terminal.env);
  return access.ok ? work(access) : access;
}
