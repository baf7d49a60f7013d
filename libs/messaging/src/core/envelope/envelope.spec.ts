import { topic } from '@kalends/topics';
import { withRequestFields } from '@kalends/service-runtime';
import { describe, expect, it } from 'vitest';
import { z, ZodError } from 'zod';
import { MessageTooLarge } from '../errors/errors.js';
import { bytesOf, message, tombstone } from './envelope.js';

const contract = topic({
  name: 'invites.event.reply-recorded.v1',
  schema: z.object({ invite: z.string().min(1), account: z.string(), note: z.string().default('') }),
  key: (body) => body.invite,
  lane: (body) => body.account,
  example: { invite: 'i1', account: 'a1', note: '' },
  maxMessageBytes: 2_000,
});

describe('the envelope', () => {
  it('given a body, when it is put into a message, then headers carry the CloudEvents attributes, lane and trace', () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const sealed = message(contract, { invite: 'i1', account: 'a1', note: 'yes' }, { id: 'm1', traceparent });
    expect(sealed.headers).toEqual({
      ce_specversion: '1.0',
      ce_id: 'm1',
      ce_source: '/kalends/invites',
      ce_type: 'invites.event.reply-recorded.v1',
      ce_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      ce_subject: 'i1',
      lane: 'a1',
      traceparent,
    });
    expect(sealed).toMatchObject({ id: 'm1', topic: contract.name, key: 'i1', lane: 'a1', maxBytes: 2_000 });
    expect(sealed.body).toBe('{"invite":"i1","account":"a1","note":"yes"}');
  });

  it('given a request, when it is put into a message, then its headers are those that CloudEvents requires', () => {
    const request = topic({ ...contract, name: 'gateway.query.note.v1', reply: z.object({}), exampleReply: {} });
    const sealed = message(request, { invite: 'i1', account: 'i1', note: '' }, { id: 'm1' });
    expect(Object.keys(sealed.headers)).toEqual(['ce_specversion', 'ce_id', 'ce_source', 'ce_type']);
    expect(sealed.key).toBe('i1');
  });

  it('given a request that is being answered, when it causes a message, then the message has its id; a record has none', () => {
    const body = { invite: 'i1', account: 'a1', note: '' };
    const made = (one: typeof contract, options = {}) =>
      withRequestFields({ request_id: 'r-1' }, () => message(one, body, options)).headers['request-id'];
    expect(made(contract)).toBe('r-1');
    expect(made(contract, { requestId: 'r-2' })).toBe('r-2');
    expect(made(topic({ ...contract, retention: 'compact' }))).toBeUndefined();
  });

  it('given two messages without an id, when they are made, then their ids differ', () => {
    const body = { invite: 'i1', account: 'a1', note: '' };
    expect(message(contract, body).id).not.toBe(message(contract, body).id);
  });

  it('given a body that violates the schema, when it is put into a message, then a ZodError is thrown', () => {
    expect(() => message(contract, { invite: '', account: 'a1', note: '' })).toThrow(ZodError);
  });

  it('given a body beyond the limit, when it is put into a message, then MessageTooLarge is thrown', () => {
    const body = { invite: 'i1', account: 'a1', note: 'ü'.repeat(900) };
    expect(() => message(contract, body)).toThrow(MessageTooLarge);
    expect(() => message(contract, { ...body, note: 'ü'.repeat(500) })).not.toThrow();
  });

  it('given a tombstone, when it is created, then it has the key and no body', () => {
    expect(tombstone(contract, { key: 'i1', lane: 'a1' })).toMatchObject({ key: 'i1', lane: 'a1', body: null });
  });

  it('given non-ASCII text, when the size is computed, then bytes count, not characters', () => {
    const of = (body: string): number => bytesOf({ key: '', headers: {}, body });
    expect(of('ü') - of('u')).toBe(1);
    expect(of('😀') - of('u')).toBe(3);
  });
});
