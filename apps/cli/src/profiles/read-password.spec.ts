import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Terminal } from '../terminal.js';
import { readPassword } from './read-password.js';

/** A keyboard and a screen; `shown()` returns everything written to the screen. */
function terminal() {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
  const prompt = new PassThrough();
  const rest: Pick<Terminal, 'args' | 'env' | 'out' | 'err'> = {
    args: [],
    env: {},
    out: () => undefined,
    err: () => undefined,
  };
  // since Node 26 one read returns one chunk
  const shown = () => {
    let text = '';
    for (let chunk = prompt.read() as unknown; chunk !== null; chunk = prompt.read()) text += String(chunk);
    return text;
  };
  return { input, terminal: { ...rest, input, prompt }, shown };
}

describe('a password from a prompt', () => {
  it('given a terminal, when a password is typed, then it is read and never shown', async () => {
    const { input, terminal: mine, shown } = terminal();
    const answer = readPassword(mine, 'Password: ');
    input.write('hunter 2\r');
    expect(await answer).toBe('hunter 2');
    expect(shown()).toBe('Password: \n');
  });

  it('given a terminal, when Ctrl-C is pressed, then there is no password', async () => {
    const { input, terminal: mine } = terminal();
    const answer = readPassword(mine, 'Password: ');
    input.write('hun\u0003');
    expect(await answer).toBeNull();
  });
});
