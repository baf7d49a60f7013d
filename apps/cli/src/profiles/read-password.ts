import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Terminal } from '../terminal.js';

/**
 * A password that is not on the command line: prompted for without echo on a terminal, else the first line of standard
 * input. Null when there is none (empty, or Ctrl-C).
 */
export async function readPassword({ input, prompt }: Terminal, question: string): Promise<string | null> {
  const terminal = input.isTTY === true;
  if (terminal) prompt.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: terminal ? silent : undefined, terminal });
  const answer = await new Promise<string | null>((resolve) => {
    lines.once('line', resolve);
    lines.once('SIGINT', () => resolve(null));
    lines.once('close', () => resolve(null));
  });
  lines.close();
  if (terminal) prompt.write('\n');
  return answer || null;
}
