import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../harness/processes.js';

/** Code of the product that ran. */
export interface Entered {
  /** Relative to the repository's root. */
  files: Set<string>;
  functions: number;
}

const compiled = /^(apps|libs)\/.+\/dist\//;
/** Those of whoever measures. */
const foreign = /^(apps\/e2e|libs\/testing)\//;

/** Precise coverage of this process by V8: which functions of the product are entered. */
export class Coverage {
  private readonly session = new Session();

  async start(): Promise<void> {
    this.session.connect();
    await this.session.post('Profiler.enable');
    await this.session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  }

  /** What was entered since the last call. */
  async take(): Promise<Entered> {
    const { result } = await this.session.post('Profiler.takePreciseCoverage');
    const entered: Entered = { files: new Set(), functions: 0 };
    for (const { url, functions } of result) {
      if (!url.startsWith('file:')) continue;
      const path = relative(root, fileURLToPath(url));
      if (!compiled.test(path) || foreign.test(path)) continue;
      const ran = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0).length;
      if (ran === 0) continue;
      entered.files.add(path);
      entered.functions += ran;
    }
    return entered;
  }
}
