import { createServer } from 'node:net';

const reasons: Record<string, string> = {
  EADDRINUSE: 'is in use by another program',
  EACCES: 'needs rights that this user does not have',
  EADDRNOTAVAIL: 'is not an address of this machine',
  ENOTFOUND: 'is not an address of this machine',
};

/** Throws one clear sentence when the address cannot be listened on: better now than after everything has started. */
export async function refuseTakenPort({ HOST, PORT }: { HOST: string; PORT: number }): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const reason = reasons[error.code ?? ''] ?? `cannot be listened on (${error.message})`;
      reject(new Error(`PORT ${PORT} on HOST ${HOST} ${reason}`));
    });
    probe.listen(PORT, HOST, () => probe.close(() => resolve()));
  });
}
