import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { lastValueFrom } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { boundMs } from '../../../../tools/bounds/bound-ms.mjs';
import { RequestFailed, DeadlineExceeded } from '../core/errors/errors.js';
import { once } from '../core/inbox/inbox.js';
import { OnRequest } from '../core/nest/decorators.js';
import { MessageContext } from '../core/nest/message-context.js';
import { sqlOf } from '../core/sql/sql.js';
import { freshGroup, latch, note, requestTopic, serve, type NoteReply, type NoteRequest, type World } from './world.js';

export function requestConformance(world: () => World): void {
  describe('request', () => {
    it('given a handler, when 100 requests are in flight, then each gets its own reply', async () => {
      const contract = requestTopic();
      @Controller()
      class Answerer {
        @OnRequest(contract)
        async answer(@Payload() body: NoteRequest): Promise<NoteReply> {
          return { n: body.n * 2, by: body.key };
        }
      }
      const transport = await world().transport();
      await transport.ensureTopics([contract]);
      await serve(world(), transport, freshGroup(), Answerer);
      const client = transport.client('gateway', { contracts: [contract] });
      await client.connect();
      const replies = await Promise.all(
        Array.from({ length: 100 }, (_, n) => client.request(contract, note(`k${n % 7}`, n))),
      );
      expect(replies).toEqual(Array.from({ length: 100 }, (_, n) => ({ n: n * 2, by: `k${n % 7}` })));
      const sent: unknown = await lastValueFrom(client.send(contract.name, note('nest', 4)));
      expect(sent).toEqual({ n: 8, by: 'nest' });
    });

    it('given two instances of a service, when both send requests, then each receives its own replies', async () => {
      const contract = requestTopic();
      @Controller()
      class Answerer {
        @OnRequest(contract)
        async answer(@Payload() body: NoteRequest): Promise<NoteReply> {
          return { n: body.n, by: body.key };
        }
      }
      const server = await world().transport();
      await server.ensureTopics([contract]);
      await serve(world(), server, freshGroup(), Answerer);
      // of nine instances at least two share one of the eight reply partitions
      const clients = await Promise.all(
        Array.from({ length: 9 }, async (_, n) => (await world().transport(`instance-${n}`)).client('gateway')),
      );
      await Promise.all(clients.map((client) => client.connect()));
      const replies = await Promise.all(
        clients.flatMap((client, of) =>
          Array.from({ length: 10 }, (_, n) => client.request(contract, note(`instance-${of}`, n))),
        ),
      );
      expect(replies).toEqual(
        clients.flatMap((_, of) => Array.from({ length: 10 }, (__, n) => ({ n, by: `instance-${of}` }))),
      );
    });

    it('given a handler that takes too long, when the deadline passes, then the value is DeadlineExceeded', async () => {
      const contract = requestTopic();
      const release = latch();
      @Controller()
      class Answerer {
        @OnRequest(contract)
        async answer(@Payload() body: NoteRequest): Promise<NoteReply> {
          if (body.n === 1) await release.opened;
          return { n: body.n, by: 'late' };
        }
      }
      const transport = await world().transport();
      await transport.ensureTopics([contract]);
      await serve(world(), transport, freshGroup(), Answerer);
      const client = transport.client('gateway');
      await client.connect();
      const begun = performance.now();
      const reply = await client.request(contract, note('a', 1), { deadlineMs: 400 });
      expect(reply).toBeInstanceOf(DeadlineExceeded);
      expect(performance.now() - begun).toBeLessThan(boundMs(1_500));
      release.open();
      expect(await client.request(contract, note('a', 2))).toEqual({ n: 2, by: 'late' });
    });

    it('given a handler that fails, when it is requested, then the value is RequestFailed with the reason', async () => {
      const contract = requestTopic();
      @Controller()
      class Answerer {
        @OnRequest(contract)
        async answer(): Promise<NoteReply> {
          throw new Error('out of order');
        }
      }
      const transport = await world().transport();
      await transport.ensureTopics([contract]);
      await serve(world(), transport, freshGroup(), Answerer);
      const client = transport.client('gateway');
      await client.connect();
      const reply = await client.request(contract, note('a', 1));
      expect(reply).toBeInstanceOf(RequestFailed);
      expect(String(reply)).toContain('out of order');
    });

    it('given a request that took effect, when it is repeated, then the stored reply answers and nothing happens twice', async () => {
      const contract = requestTopic();
      const group = freshGroup();
      let effects = 0;
      const pool = world().pool;
      @Controller()
      class Answerer {
        @OnRequest(contract)
        async answer(@Payload() body: NoteRequest, @Ctx() context: MessageContext): Promise<NoteReply> {
          return once(sqlOf(pool), { group, messageId: context.id }, async () => ({ n: ++effects, by: body.key }));
        }
      }
      const transport = await world().transport();
      await transport.ensureTopics([contract]);
      await serve(world(), transport, group, Answerer);
      const client = transport.client('gateway');
      await client.connect();
      const id = `ask-${group}`;
      const first = await client.request(contract, note('a', 1), { id });
      const second = await client.request(contract, note('a', 1), { id });
      expect([first, second]).toEqual([
        { n: 1, by: 'a' },
        { n: 1, by: 'a' },
      ]);
    });
  });
}
