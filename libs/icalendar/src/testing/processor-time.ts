/** Milliseconds of processor time that this process has used since `started` was read from `process.cpuUsage()`. */
export function cpuMs(started: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000;
}
