import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { SmartInviteRecord } from '@kalends/contracts';
import { createTransport } from 'nodemailer';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { boundMs } from '../../../../../tools/bounds/bound-ms.mjs';
import { ada, replyMail, startInvitesFixture, type InvitesFixture } from '../../invites.fixture.js';
import { ConnectionLimits } from './connection-limits.js';
import type { ReceiveMail } from './receive-mail.server.js';

describe('connections to the mail listener', () => {
  let fixture: InvitesFixture;
  let listener: ReceiveMail;
  let invite: SmartInviteRecord;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    fixture = await startInvitesFixture();
  });
  afterAll(() => fixture.stop());
  beforeEach(async () => {
    await fixture.pool.query('TRUNCATE invite, reply, raw_mail, unmatched_mail, outbox, inbox');
    invite = await fixture.make();
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await listener.close();
  });

  const open = (port: number, localAddress: string): Socket => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.on('error', () => undefined);
    sockets.push(socket);
    return socket;
  };
  /** Everything that the client receives until the connection is closed. */
  const readUntilClosed = async (socket: Socket): Promise<string> => {
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
    await new Promise((resolve) => socket.once('close', resolve));
    return received;
  };

  it('given 200 connections from one address, when another client sends mail, then it is accepted', async () => {
    listener = fixture.listener();
    const port = await listener.listen(0, '127.0.0.1');
    const greeted = Array.from({ length: 20 }, () => open(port, '127.0.0.1'));
    await Promise.all(greeted.map((socket) => once(socket, 'data')));
    const more = Array.from({ length: 180 }, () => open(port, '127.0.0.1'));
    const refusals = await Promise.all(more.map(readUntilClosed));
    expect(new Set(refusals.map((text) => text.slice(0, 4)))).toEqual(new Set(['421 ']));
    const transport = createTransport({
      host: '127.0.0.1',
      port,
      ignoreTLS: true,
      localAddress: '127.0.0.2',
    } as object);
    const mail = replyMail(invite, 'ACCEPTED', '20260901T090000Z');
    await transport.sendMail({ envelope: { from: ada, to: invite.reply_address }, raw: mail });
    transport.close();
    expect(await fixture.count('raw_mail')).toBe(1);
  });

  it('given connections that were closed, when the same address connects again, then it is accepted', async () => {
    listener = fixture.listener(null, { perAddress: 1 });
    const port = await listener.listen(0, '127.0.0.1');
    for (let round = 0; round < 3; round += 1) {
      const socket = open(port, '127.0.0.1');
      const [greeting] = (await once(socket, 'data')) as [Buffer];
      expect(greeting.toString()).toMatch(/^220 /);
      socket.end('QUIT\r\n');
      await once(socket, 'close');
    }
  });

  it('given a silent client, when the idle deadline passes, then the connection is closed', async () => {
    listener = fixture.listener(null, { idleMs: 200 });
    const port = await listener.listen(0, '127.0.0.1');
    expect(await readUntilClosed(open(port, '127.0.0.1'))).toContain('421 ');
  });

  it('given a client that sends a byte now and then, when the maximum lifetime has passed, then it is closed', async () => {
    listener = fixture.listener(null, { idleMs: 60_000, sessionMs: 500 });
    const port = await listener.listen(0, '127.0.0.1');
    const socket = open(port, '127.0.0.1');
    await once(socket, 'data');
    const drip = setInterval(() => socket.write('N'), 20);
    const before = performance.now();
    expect(await readUntilClosed(socket)).toBe('');
    clearInterval(drip);
    expect(performance.now() - before).toBeLessThan(boundMs(10_000));
  });

  it.each([
    ['192.0.2.1', '::ffff:192.0.2.1', false],
    ['2001:db8::1', '2001:db8::ffff:2', false],
    ['2001:db8::1', '2001:db8:0:1::1', true],
    ['192.0.2.1', '192.0.2.2', true],
  ])('given %s and %s, when the limit is one connection, then the other is accepted: %s', (one, other, admitted) => {
    const limits = new ConnectionLimits(1);
    expect(limits.admit(one)).toBeDefined();
    expect(limits.admit(other) !== undefined).toBe(admitted);
  });
});
