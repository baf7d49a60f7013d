import { createServer } from 'node:net';

const reasons = new Map(
  Object.entries<string>({
    EADDRINUSE: 'is in use by another program',
    EACCES: 'needs rights that this user does not have',
    EADDRNOTAVAIL: 'is not an address of this machine',
    ENOTFOUND: 'is not an address of this machine',
  }),
);

interface Addresses {
  HOST: string;
  PORT: number;
  SMTP_PORT: number;
}

/** Throws a clear error when an address cannot be listened on: better now than after everything has started. */
export async function refuseTakenPort({ HOST, PORT, SMTP_PORT }: Addresses): Promise<void> {
  await probe('PORT', PORT, HOST);
  await probe('SMTP_PORT', SMTP_PORT, HOST);
}

/**
 * The settings with a free port for reply mail if SMTP_PORT is not configured and its default is in use: a second
 * instance on one machine starts without configuration.
 */
export async function withFreeSmtpPort<Settings extends Addresses>(
  settings: Settings,
  isConfigured: boolean,
): Promise<Settings> {
  if (isConfigured) return settings;
  const free = await probe('SMTP_PORT', settings.SMTP_PORT, settings.HOST).then(
    () => true,
    () => false,
  );
  return free ? settings : { ...settings, SMTP_PORT: 0 };
}

async function probe(name: string, port: number, host: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = reasons.get(error.code ?? '') ?? `cannot be listened on (${error.message})`;
      reject(new Error(`${name} ${port} on HOST ${host} ${reason}`));
    });
    server.listen(port, host, () => server.close(() => resolve()));
  });
}
