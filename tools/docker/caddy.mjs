// Caddy as docker/compose.server.yaml runs it: from Go's module proxy, built once into .cache.
import { fileURLToPath } from 'node:url';
import { buildGoProgram, missingForGoProgram } from '../go/go-program.mjs';

const version = 'v2.8.4';

/** Where the program is once it is built. */
export const caddy = fileURLToPath(new URL(`../../.cache/caddy-${version}/caddy`, import.meta.url));

/** Why Caddy can be neither run nor built here, in one line; undefined when it can. */
export const missingForCaddy = () => missingForGoProgram(caddy, 'Caddy');

/** Builds Caddy, once. */
export const buildCaddy = () =>
  buildGoProgram({
    source: `github.com/caddyserver/caddy/v2/cmd/caddy@${version}`,
    binary: 'caddy',
    program: caddy,
    name: 'Caddy',
  });
