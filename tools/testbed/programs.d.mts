export type Program = 'actionlint' | 'caddy' | 'kustomize' | 'osv-scanner' | 'promtool' | 'toxiproxy';
/** Why a program can be neither run nor fetched here, in one line; undefined when it can. */
export function missing(name: Program): Promise<string | undefined>;
/** The path of a program, which is fetched once. Throws with a one-line reason if it cannot be. */
export function fetched(name: Program): Promise<string>;
