import fastify from 'fastify';
import fc from 'fast-check';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { BodySlabs, sendOf } from './body-slabs.js';

describe('memory for bodies', () => {
  it('given bodies taken and given back in any order, when one is taken, then no body in use shares its memory', () => {
    const steps = fc.array(
      fc.oneof(
        fc.integer({ min: 0, max: 200_000 }).map((length) => ({ take: length })),
        fc.nat({ max: 99 }).map((which) => ({ back: which })),
      ),
      { minLength: 60, maxLength: 120 },
    );
    const property = fc.property(steps, (all) => {
      const slabs = new BodySlabs();
      const inUse: { body: Buffer; mark: number }[] = [];
      let marks = 0;
      for (const step of all) {
        if ('take' in step) {
          const mark = (marks += 1) % 256;
          inUse.push({ body: slabs.take(step.take).fill(mark), mark });
          expect(inUse.at(-1)!.body.length).toBe(step.take);
        } else if (inUse.length > 0) {
          for (const { body } of inUse.splice(step.back % inUse.length, 1)) slabs.giveBack(body);
        }
        for (const { body, mark } of inUse) expect(body.equals(Buffer.alloc(body.length, mark))).toBe(true);
      }
    });
    fc.assert(property, { numRuns: 30 });
  });

  it('given readers that are slow, that leave and that ask again, when answered, then each reads its own body', async () => {
    const slabs = new BodySlabs();
    const length = 120_000;
    const server = fastify();
    server.get<{ Params: { mark: string } }>('/:mark', (request, reply) =>
      sendOf(slabs, reply, slabs.take(length).fill(Number(request.params.mark))),
    );
    await server.listen({ host: '127.0.0.1', port: 0 });
    const { port } = server.server.address() as AddressInfo;

    /**
     * Asks for bodies over one connection, more than the system keeps for it, and begins to read late; their marks, each
     * once.
     */
    const read = async (marks: number[], leaves: boolean): Promise<number[][]> => {
      const socket = connect(port, '127.0.0.1');
      for (const mark of marks) {
        socket.write(`GET /${mark} HTTP/1.1\r\nHost: a\r\n\r\n`);
        await sleep(1);
      }
      if (leaves) {
        socket.destroy();
        return [];
      }
      const chunks: Buffer[] = [];
      let got = 0;
      for await (const chunk of socket) {
        chunks.push(chunk as Buffer);
        got += (chunk as Buffer).length;
        if (got >= marks.length * length + marks.length * 50 && endsWhole(Buffer.concat(chunks), marks.length)) break;
      }
      const all = Buffer.concat(chunks);
      return bodiesOf(all).map((body) => [...new Set(body)]);
    };
    const bodiesOf = (all: Buffer): Buffer[] => {
      const bodies: Buffer[] = [];
      for (let at = all.indexOf('\r\n\r\n'); at >= 0; at = all.indexOf('\r\n\r\n', at + 4 + length)) {
        bodies.push(all.subarray(at + 4, at + 4 + length));
      }
      return bodies;
    };
    const endsWhole = (all: Buffer, count: number): boolean => {
      const bodies = bodiesOf(all);
      return bodies.length === count && bodies.at(-1)!.length === length;
    };

    await Promise.all(
      Array.from({ length: 12 }, async (_, reader) => {
        await sleep(reader * 10);
        const marks = Array.from({ length: 150 }, (_, index) => 20 + ((reader * 70 + index) % 230));
        const leaves = reader % 4 === 0;
        expect(await read(marks, leaves)).toEqual(leaves ? [] : marks.map((mark) => [mark]));
      }),
    );
    await server.close();
  });
});
