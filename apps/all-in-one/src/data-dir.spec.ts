import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepareDataDir } from './data-dir.js';

const modeOf = (path: string) => statSync(path).mode & 0o777;

describe('the data directory', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'kalends-data-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));
  /** PostgreSQL runs as another user, where root starts it, and must be able to pass. */
  const narrow = process.getuid?.() === 0 ? 0o711 : 0o700;

  it('given none, when prepared, then only its owner may list it', async () => {
    await prepareDataDir(join(root, 'new', 'data'));
    expect(modeOf(join(root, 'new', 'data'))).toBe(narrow);
  });

  it.each([0o755, 0o777])(
    'given one of the release before, with the mode %o, when prepared, then it is narrowed',
    async (mode) => {
      mkdirSync(join(root, 'data'));
      chmodSync(join(root, 'data'), mode);
      await prepareDataDir(join(root, 'data'));
      expect(modeOf(join(root, 'data'))).toBe(narrow);
    },
  );

  it('given one that is narrower, when prepared, then it stays so', async () => {
    mkdirSync(join(root, 'data'), { mode: 0o700 });
    await prepareDataDir(join(root, 'data'));
    expect(modeOf(join(root, 'data'))).toBe(0o700);
  });
});
