import { describe, expect, it } from 'vitest';
import { createLogger, forService, logEvent } from './logger.js';
import { NestLogger } from './nest-logger.js';
import { withRequestFields } from './request-fields.js';

function capture(format: 'json' | 'pretty' = 'json', level = 'debug') {
  const lines: string[] = [];
  const logger = createLogger({ service: 'gateway', level, format, write: (line) => lines.push(line) });
  const records = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { lines, logger, records };
}

describe('logging', () => {
  it('given planted secrets anywhere, when logged, then none is on the line', () => {
    const { lines, logger } = capture();
    const secrets = {
      headers: { Authorization: 'Bearer PLANTED-1', cookie: 'sid=PLANTED-2' },
      body: [{ client_secret: 'PLANTED-3', refresh_token: 'PLANTED-4', user: { app_password: 'PLANTED-5' } }],
      url: 'postgresql://kalends:PLANTED-6@db/kalends',
      note: 'sent Bearer PLANTED-7xyz',
      ENCRYPTION_KEY: 'PLANTED-8',
    };
    logger.info(secrets, 'connecting to http://u:PLANTED-9@h/ with Basic PLANTEDabc10');
    logger.error(new Error('refused by postgresql://a:PLANTED-11@b', { cause: new Error('Bearer PLANTED-12x') }));
    logger.error({ err: new Error('at http://u:PLANTED-13@h') }, 'failed');
    logger.warn('GET http://app.example/callback?code=PLANTED-14&state=PLANTED-15&page=2 was refused');
    logger.warn({ url: '/oauth/authorize?link_token=PLANTED-16#access_token=PLANTED-17' }, 'opened');
    logger.warn('grant_type=refresh_token&refresh_token=PLANTED-18&client_secret=PLANTED-19');
    logger.warn('the key kak_PLANTED-20, kdk_PLANTED-21 or KAL_PLANTED-22 is unknown');
    expect(lines).toHaveLength(7);
    expect(lines.join('')).not.toContain('PLANTED');
    expect(lines.join('')).toContain(' was refused');
    expect(lines.join('')).toContain('[redacted]');
  });

  it('given an event, when logged, then it is one JSON line with service, UTC time, name and fields', () => {
    const { lines, logger, records } = capture();
    logEvent(logger, 'event.upserted', { calendar_id: 'cal_1', count: 2, token: '' });
    expect(lines[0]?.endsWith('\n')).toBe(true);
    expect(records()).toEqual([
      expect.objectContaining({
        level: 30,
        service: 'gateway',
        event: 'event.upserted',
        msg: 'event.upserted',
        calendar_id: 'cal_1',
        count: 2,
      }),
    ]);
    expect(records()[0]?.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('given several services in one process, when logged, then each line names its service once', () => {
    const { lines, logger } = capture();
    forService(logger, 'invites').info('started');
    expect(lines[0]!.match(/"service":/g)).toHaveLength(1);
    expect(lines[0]).toContain('"service":"invites"');
  });

  it('given fields with the names of a line, when logged in a request, then each key is on the line once', async () => {
    const { lines, logger, records } = capture();
    const fields = { service: 'other', time: 1, level: 'high', msg: 'mine', request_id: 'r-1' };
    withRequestFields({ request_id: 'r-1' }, () => logger.info(fields, 'logged'));
    expect(records()[0]).toMatchObject({ service: 'gateway', msg: 'logged', request_id: 'r-1', service_: 'other' });
    for (const name of ['service', 'time', 'level', 'msg', 'request_id'])
      expect(lines[0]!.split(`"${name}":`)).toHaveLength(2);
  });

  it('given work of a request, when it logs later, then its lines have the id of that request', async () => {
    const { logger, records } = capture();
    const work = async () => {
      await Promise.resolve();
      logger.info('later');
    };
    await Promise.all(['r-1', 'r-2'].map((request_id) => withRequestFields({ request_id }, work)));
    logger.info('outside');
    expect(records().map(({ request_id }) => request_id)).toEqual(['r-1', 'r-2', undefined]);
  });

  it('given an error, when logged, then stack, code and cause are included', () => {
    const { logger, records } = capture();
    logger.error(
      { err: Object.assign(new Error('outer', { cause: new Error('inner') }), { code: 'ECONNREFUSED' }) },
      'failed',
    );
    expect(records()[0]).toMatchObject({
      err: { message: 'outer', code: 'ECONNREFUSED', cause: { message: 'inner' } },
      msg: 'failed',
    });
    expect(JSON.stringify(records()[0])).toContain('logging.spec');
  });

  it('given a terminal, when logged, then the line is short and readable', () => {
    const { lines, logger } = capture('pretty');
    logger.warn({ calendar: 'cal_1' }, 'calendar is stale');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^\[\d\d:\d\d:\d\d\] WARN: gateway: calendar is stale \{"calendar":"cal_1"\}\n$/);
  });

  it("given Nest's logger, when it logs, then levels, context and stack are kept", () => {
    const { logger, records } = capture();
    const nest = new NestLogger(logger);
    nest.log('mapped', 'Router');
    nest.error('broken', 'the stack', 'Handler');
    nest.error(new Error('thrown'), 'Handler');
    expect(records()).toEqual([
      expect.objectContaining({ level: 20, msg: 'mapped', context: 'Router' }),
      expect.objectContaining({ level: 50, msg: 'broken', context: 'Handler', stack: 'the stack' }),
      expect.objectContaining({
        level: 50,
        msg: 'thrown',
        context: 'Handler',
        err: expect.objectContaining({ message: 'thrown' }),
      }),
    ]);
  });
});
