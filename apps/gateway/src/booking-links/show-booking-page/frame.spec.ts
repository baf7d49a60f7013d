import vm from 'node:vm';
import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookedLink, freeFrom, noon, startLinks, type Links } from '../links.fixture.js';
import { frameScript } from './frame.js';

const [own, other] = ['https://www.example.com', 'http://localhost:8080'];

describe('the headers of a page', () => {
  let links: Links;
  beforeAll(async () => void (links = await startLinks(freeFrom(noon, 16), testClock(noon).now)));
  afterAll(() => links.gateway.stop());

  const headersOf = async (path: string) => {
    const { get } = await bookedLink(links);
    const { headers } = await get(path);
    const policy = headers.get('content-security-policy')!;
    return [
      /frame-ancestors ([^;]*)/.exec(policy)![1],
      headers.get('x-frame-options'),
      policy.match(/'sha256-/g)!.length,
    ];
  };

  it('given an application, then exactly its origins may frame the pages of its links; by default none may (SCH-19)', async () => {
    const paths = ['', '/cancel', '/reschedule'];
    for (const path of paths) expect(await headersOf(path)).toEqual(["'none'", 'DENY', 1]);
    const set = (origins: string[]) =>
      links.gateway.database.pool.query('UPDATE application SET frame_origins = $1', [origins]);
    await set([own, other]);
    for (const path of paths) expect(await headersOf(path)).toEqual([`${own} ${other}`, null, 2]);
    await set([]);
    expect(await headersOf('')).toEqual(["'none'", 'DENY', 1]);
  });
});

describe('the script of a page in a frame', () => {
  /** Runs it in a window; returns what it posts, and a way to change the height. */
  function run({ ancestors, isFramed = true }: { ancestors?: string[]; isFramed?: boolean }) {
    const posted: [number, string][] = [];
    let height = 100.2;
    let changed = () => undefined as void;
    const classes: string[] = [];
    const documentElement = {
      classList: { add: (name: string) => classes.push(name) },
      getBoundingClientRect: () => ({ height }),
    };
    const self = {};
    const postMessage = (message: { type: string; height: number }, to: string) => {
      expect(message.type).toBe('kalends:height');
      posted.push([message.height, to]);
    };
    class ResizeObserver {
      constructor(done: () => void) {
        changed = done;
      }
      observe = () => changed();
    }
    const parent = isFramed ? { postMessage } : self;
    vm.runInNewContext(frameScript([own!, other!]), {
      ...{ parent, self, ResizeObserver, Math, document: { documentElement } },
      location: { ...(ancestors && { ancestorOrigins: ancestors }) },
    });
    const grow = (next: number) => {
      height = next;
      changed();
    };
    return { posted, classes, grow };
  }

  it('given the page of a permitted origin around it, then that alone gets the height, now and when it changes', () => {
    const { posted, classes, grow } = run({ ancestors: [other!, 'https://foreign.example'] });
    grow(100.9);
    grow(250);
    expect([posted, classes]).toEqual([
      [
        [101, other],
        [250, other],
      ],
      ['framed'],
    ]);
  });

  it('given one of a foreign origin, or no frame, then nothing is sent', () => {
    expect(run({ ancestors: ['https://foreign.example', own!] }).posted).toEqual([]);
    expect(run({ isFramed: false })).toMatchObject({ posted: [], classes: [] });
  });

  it('given a browser that does not name origins, then only permitted ones are tried, never all', () =>
    expect(run({}).posted).toEqual([
      [101, own],
      [101, other],
    ]));
});
