import { readFileSync } from 'node:fs';

/**
 * How much CPU time the host has taken from this machine (ticks of 10 ms, all processors; a virtual machine on Linux), or
 * undefined where that is not reported.
 */
export function stolenTicks() {
  try {
    return Number(readFileSync('/proc/stat', 'utf8').split('\n')[0].trim().split(/\s+/)[8]);
  } catch {
    return undefined;
  }
}
