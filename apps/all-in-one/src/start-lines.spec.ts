import { createLogger } from '@kalends/service-runtime';
import { describe, expect, it } from 'vitest';
import { StartLines } from './start-lines.js';

function terminal(format: 'pretty' | 'json' = 'pretty') {
  const lines: string[] = [];
  const start = new StartLines();
  const log = createLogger({
    service: 'all-in-one',
    format,
    write: (line) => lines.push(line),
    omits: (line) => start.omits(line),
  });
  return { lines, start, log };
}

describe('a start on a terminal', () => {
  it('given migrations of two schemas, when the start has ended, then one line counts them; later lines are shown', () => {
    const { lines, start, log } = terminal();
    for (const name of ['one', 'two', 'three']) log.info({ event: 'schema.migrated' }, `applied migration ${name}`);
    log.info({ event: 'server.started' }, 'gateway listens');
    expect(lines).toEqual([]);
    expect(start.end()).toBe('Database prepared: 3 migrations applied\n');
    log.info('later');
    expect(lines).toEqual([expect.stringContaining('later')]);
  });

  it('given a later start without migrations, then there is no line about them', () =>
    expect(terminal().start.end()).toBe(''));

  it('given two events that the start wrote, when they are applied around its end, then only a third write is shown', () => {
    const { lines, start, log } = terminal();
    const apply = (event_uid: string) => log.info({ event: 'write.applied', event_uid }, 'write.applied');
    apply('first');
    start.end(2);
    apply('second');
    expect(lines).toEqual([]);
    apply('third');
    expect(lines).toEqual([expect.stringContaining('third')]);
  });

  it('given a warning during the start, then it is shown at once', () => {
    const { lines, log } = terminal();
    log.warn('the port for mail is taken');
    expect(lines).toEqual([expect.stringContaining('the port for mail is taken')]);
  });

  it('given JSON, when logged during the start, then no line is left out', () => {
    const { lines, log } = terminal('json');
    log.info({ event: 'schema.migrated' }, 'applied migration one');
    expect(lines).toHaveLength(1);
  });
});
