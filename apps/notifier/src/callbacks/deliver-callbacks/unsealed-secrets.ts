import type { Sealer } from '@kalends/security';

const maxCached = 10_000;

/** Unseals client secrets and caches them: each callback needs its application's. */
export class UnsealedSecrets {
  private readonly opened = new Map<string, string>();

  constructor(private readonly sealer: Sealer) {}

  /** In the order given. Throws `SealError`. */
  open(sealed: readonly { secret_id: string; sealed: string }[]): string[] {
    return sealed.map(({ secret_id, sealed: text }) => {
      const cached = this.opened.get(text);
      if (cached !== undefined) return cached;
      const secret = this.sealer.open(text, `client-secret:${secret_id}`);
      if (this.opened.size >= maxCached) this.opened.delete(this.opened.keys().next().value!);
      this.opened.set(text, secret);
      return secret;
    });
  }
}
