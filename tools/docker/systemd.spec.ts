import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { allInOneSettings } from '../../apps/all-in-one/src/config.js';

const path = fileURLToPath(new URL('../../systemd/kalends.service', import.meta.url));

/** From the manual pages of systemd 252: systemd.unit(5), systemd.service(5), systemd.exec(5), systemd.kill(5). */
const known: Record<string, string> = {
  Unit: 'Description Documentation Wants Requires After Before',
  Service: `Type ExecStart Restart RestartSec TimeoutStartSec TimeoutStopSec KillSignal Environment EnvironmentFile
    User Group DynamicUser StateDirectory StateDirectoryMode WorkingDirectory AmbientCapabilities CapabilityBoundingSet
    LockPersonality NoNewPrivileges PrivateDevices PrivateTmp ProtectClock ProtectControlGroups ProtectHome
    ProtectHostname ProtectKernelLogs ProtectKernelModules ProtectKernelTunables ProtectSystem RestrictAddressFamilies
    RestrictNamespaces RestrictRealtime RestrictSUIDSGID SystemCallArchitectures SystemCallFilter UMask`,
  Install: 'WantedBy RequiredBy Alias',
};

/** The lines of a unit that systemd would ignore or reject (systemd.syntax(7)), by number. */
function wrongLines(unit: string): string[] {
  const wrong: string[] = [];
  let section = '';
  for (const [index, line] of unit.split('\n').entries()) {
    if (line === '' || line.startsWith('#')) continue;
    section = /^\[(\w+)\]$/.exec(line)?.[1] ?? section;
    const [, key] = /^(\w+)=./.exec(line) ?? [];
    const isKnown = key === undefined ? line === `[${section}]` : known[section]?.split(/\s+/).includes(key);
    if (!isKnown || known[section] === undefined) wrong.push(`${index + 1}: ${line}`);
  }
  return wrong;
}

describe('kalends.service', () => {
  const unit = readFileSync(path, 'utf8');

  it('given its variables, when read, then each is a setting, or Node’s', () => {
    const variables = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line]) => line!.split(' '));
    const names = variables.map((variable) => variable.split('=')[0]!);
    expect(names.length).toBeGreaterThan(3);
    expect(names.filter((name) => name !== 'NODE_ENV' && !(name in allInOneSettings.shape))).toEqual([]);
  });

  it('given its lines, when read by the manual pages, then each is known in its section', () =>
    expect(wrongLines(unit)).toEqual([]));

  it.each([
    ['[Service]\nPrivateTemp=yes', ['2: PrivateTemp=yes']],
    ['[Unit]\nExecStart=/bin/true', ['2: ExecStart=/bin/true']],
    ['[Services]', ['1: [Services]']],
    ['[Service]\nRestart', ['2: Restart']],
  ])('given the wrong unit %j, when read, then the line is reported', (text, lines) =>
    expect(wrongLines(text)).toEqual(lines),
  );

  // in addition to the above, where systemd is installed
  it('given systemd, when it reads the unit, then it reports nothing', () => {
    const found = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
    if (found.error) return console.warn('systemd-analyze is not installed: only the keys of the unit were checked');
    expect([found.status, found.stderr]).toEqual([0, '']);
  });
});
