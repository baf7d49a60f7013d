import { describe, expect, it } from 'vitest';
import { Discard, InvalidMessage, Redeliver } from './errors.js';
import { sortError } from './sort.js';

const coded = (code: string): Error => Object.assign(new Error('failed'), { code });

describe('sorting errors', () => {
  it.each([
    ['Redeliver', new Redeliver('later')],
    ['a refused connection', coded('ECONNREFUSED')],
    ['the address of a pod that was deleted', coded('EHOSTUNREACH')],
    ['a Service without a ready pod', coded('ENOTFOUND')],
    ['connection_failure', coded('08006')],
    ['serialization_failure', coded('40001')],
    ['deadlock_detected', coded('40P01')],
    ['lock_not_available', coded('55P03')],
    ['too_many_connections', coded('53300')],
    ['admin_shutdown', coded('57P01')],
    ['a connection that ended', new Error('Connection terminated unexpectedly')],
    ['a full pool', new Error('timeout exceeded when trying to connect')],
    ['a Prisma write conflict', coded('P2034')],
    ['a transient cause', new Error('could not save', { cause: coded('40001') })],
  ])('given %s, when it happens for the 100th time, then the message is redelivered', (_, error) => {
    expect(sortError(error, 100, 5)).toBe('redeliver');
  });

  it.each([
    ['a bug', new TypeError('x is undefined')],
    ['unique_violation', coded('23505')],
    ['syntax error in SQL', coded('42601')],
    ['a string', 'thrown'],
    ['a response that never arrives', new Error('Query read timeout')],
    ['query_canceled, every time', coded('57014')],
  ])('given %s, when deliveries remain, then it is redelivered, and a dead letter after the last', (_, error) => {
    expect(sortError(error, 4, 5)).toBe('redeliver');
    expect(sortError(error, 5, 5)).toBe('dead-letter');
  });

  it('given an invalid message, when it is delivered first, then it is a dead letter immediately', () => {
    expect(sortError(new InvalidMessage('no JSON'), 1, 5)).toBe('dead-letter');
  });

  it('given Discard, when it is thrown, then the message is acknowledged', () => {
    expect(sortError(new Discard('stale'), 1, 5)).toBe('ack');
  });
});
