import { invalidField } from '../../http/refusals.js';

interface Origins {
  client_type: string;
  allowed_origins: readonly string[];
}

/** A page shows its secrets to its user: only public clients have pages that call the API (HTTP-31). */
export function refuseOrigins({ client_type, allowed_origins }: Origins): void {
  if (client_type === 'public' || allowed_origins.length === 0) return;
  const description = 'allowed_origins are for public clients: a page cannot keep a secret; set client_type to public';
  throw invalidField('allowed_origins', 'public_client_required', description);
}
