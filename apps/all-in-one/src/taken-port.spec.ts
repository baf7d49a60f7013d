import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { refuseTakenPort, withFreeSmtpPort } from './taken-port.js';

it('given a port for reply mail that another program uses, when the port is not configured, then another one is chosen', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const settings = { HOST: '127.0.0.1', PORT: 0, SMTP_PORT: (other.address() as AddressInfo).port };
  expect(await withFreeSmtpPort(settings, false)).toEqual({ ...settings, SMTP_PORT: 0 });
  expect(await withFreeSmtpPort(settings, true)).toEqual(settings);
  await expect(refuseTakenPort(settings)).rejects.toThrow(
    `SMTP_PORT ${settings.SMTP_PORT} on HOST 127.0.0.1 is in use`,
  );
  other.close();
  await once(other, 'close');
  expect(await withFreeSmtpPort(settings, false)).toEqual(settings);
});
