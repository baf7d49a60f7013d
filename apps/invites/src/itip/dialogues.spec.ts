import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Dialogue } from './dialogue.fixture.js';

const folder = join(import.meta.dirname, 'dialogues');
const scripts = readdirSync(folder).map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));

/** Each file is a chapter of RFC 5546; each `# ` line begins a separate scene. */
describe.each(scripts)('$file', ({ text }) => {
  const scenes = text.split(/^# /m).slice(1);
  it.each(scenes.map((scene) => ({ title: scene.split('\n')[0]!, scene })))('$title', ({ scene }) => {
    expect(scene).toMatch(/^> expect /m);
    new Dialogue().run(scene);
  });
});

describe('the dialogues', () => {
  it('given a wrong expectation, when run, then the line is named', () => {
    const wrong = '> create ann@x.org\n> reply ann@x.org ACCEPTED\n> expect ann@x.org declined';
    expect(() => new Dialogue().run(wrong)).toThrow(/line 3/);
  });
  it('given the folder, then the chapters exist', () => expect(scripts.length).toBeGreaterThan(6));
});
