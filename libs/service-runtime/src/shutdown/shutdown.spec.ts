import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { onShutdown } from './shutdown.js';

function program(env: Record<string, string> = {}) {
  const signals = new EventEmitter();
  const codes: number[] = [];
  let exited: (code: number) => void;
  const exit = new Promise<number>((resolve) => (exited = resolve));
  return {
    signals,
    codes,
    exit,
    program: {
      on: (signal: string, listener: () => void) => signals.on(signal, listener),
      exit: (code: number) => {
        codes.push(code);
        exited(code);
      },
      ppid: 7,
      env,
    },
  };
}

describe('shutdown', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'])(
    'given %s, when it is received, then steps close one after the other and the code is 0',
    async (signal) => {
      const { signals, exit, program: fake } = program();
      const order: string[] = [];
      const step = (name: string) => ({
        name,
        close: async () => {
          order.push(`${name} begins`);
          await Promise.resolve();
          order.push(`${name} ends`);
        },
      });
      onShutdown({ program: fake, steps: [step('http'), step('database')] });
      signals.emit(signal);
      expect(await exit).toBe(0);
      expect(order).toEqual(['http begins', 'http ends', 'database begins', 'database ends']);
    },
  );

  it('given a closed terminal, when SIGHUP arrives twice and nothing can be written, then steps still close, once', async () => {
    const { signals, exit, codes, program: fake } = program();
    const [stdout, stderr] = [new EventEmitter(), new EventEmitter()];
    let closed = 0;
    const close = async () => {
      stdout.emit('error', new Error('write EIO'));
      stderr.emit('error', new Error('write EIO'));
      await delay(5);
      closed += 1;
    };
    onShutdown({ program: { ...fake, stdout, stderr }, steps: [{ name: 'database', close }] });

    signals.emit('SIGHUP');
    signals.emit('SIGHUP');

    expect([await exit, closed, codes]).toEqual([0, 1, [0]]);
  });

  it.each([
    ['npm', { npm_lifecycle_event: 'start' }, [0]],
    ['a shell', {}, []],
  ])('given a program run by %s, when its parent has ended, then only npm’s ends too', async (_, env, codes) => {
    const run = program(env);
    onShutdown({ program: run.program, steps: [], npmCheckMs: 1 });
    await delay(20);
    expect(run.codes).toEqual([]);
    run.program.ppid = 1;
    await delay(50);
    expect(run.codes).toEqual(codes);
  });

  it('given a step that fails, when shutting down, then the others still close and the code is 1', async () => {
    const { signals, exit, program: fake } = program();
    const lines: string[] = [];
    let closed = false;
    const steps = [
      { name: 'http', close: () => Promise.reject(new Error('no')) },
      { name: 'database', close: () => (closed = true) },
    ];
    onShutdown({ program: fake, steps, log: (line) => lines.push(line) });
    signals.emit('SIGTERM');
    expect([await exit, closed]).toEqual([1, true]);
    expect(lines).toContain('shutdown: http failed to close: no');
  });

  it('given time to drain, when a signal is received, then draining begins immediately and no step closes before it is over', async () => {
    const { signals, exit, program: fake } = program();
    let begun = 0;
    const close = () => performance.now() - begun;
    let waited = 0;
    const drain = { begin: () => void (begun = performance.now()), seconds: 0.1 };
    onShutdown({ program: fake, drain, steps: [{ name: 'http', close: () => (waited = close()) }] });
    signals.emit('SIGTERM');
    expect(begun).toBeGreaterThan(0);
    expect(await exit).toBe(0);
    expect(waited).toBeGreaterThan(90);
  });

  it('given a step that hangs, when the deadline passes or a second signal is received, then the program ends with 1', async () => {
    const steps = [{ name: 'http', close: () => new Promise(() => undefined) }];
    const late = program();
    onShutdown({ program: late.program, steps, deadlineMs: 30 });
    late.signals.emit('SIGTERM');
    expect(await late.exit).toBe(1);
    const forced = program();
    onShutdown({ program: forced.program, steps, deadlineMs: 60_000 });
    forced.signals.emit('SIGINT');
    forced.signals.emit('SIGINT');
    expect(forced.codes).toEqual([1]);
  });
});
