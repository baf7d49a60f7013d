import { readdirSync, readFileSync } from 'node:fs';

const msPerTick = 10;

/** Fields of /proc/<pid>/stat from the third (`state`) on; undefined when the process has ended. */
function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/** Processor time of a process with all its threads, ms; with `reaped`, also that of its ended children. */
const cpuOf = (stat, reaped = false) =>
  stat ? stat.slice(11, reaped ? 15 : 13).reduce((sum, ticks) => sum + Number(ticks), 0) * msPerTick : 0;

/** Processor time of these processes, ms. */
export const cpuOfProcesses = (pids) => pids.reduce((sum, pid) => sum + cpuOf(statOf(pid)), 0);

/** Processor time of a PostgreSQL server, ms: the postmaster and its running and ended children. */
export function cpuOfPostgres(postmaster) {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(statOf)
    .filter((stat) => Number(stat?.[1]) === postmaster);
  return cpuOf(statOf(postmaster), true) + children.reduce((sum, stat) => sum + cpuOf(stat), 0);
}
