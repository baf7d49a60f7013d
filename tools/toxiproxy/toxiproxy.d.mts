export type ToxicType = 'latency' | 'reset_peer' | 'timeout' | 'bandwidth' | 'limit_data' | 'slow_close' | 'slicer';

/** One TCP proxy. */
export interface ToxicProxy {
  readonly port: number;
  /** Adds a toxic; `downstream` (the default) affects data from the server. */
  poison(type: ToxicType, attributes: Record<string, number>, stream?: 'upstream' | 'downstream'): Promise<void>;
  /** Removes all toxics. */
  cure(): Promise<void>;
}

export interface Toxiproxy {
  /** `upstream` is `host:port`; `listen` a port on 127.0.0.1, by default a free one. */
  proxy(name: string, upstream: string, listen?: number): Promise<ToxicProxy>;
  stop(): Promise<void>;
}

export function missingForToxiproxy(): Promise<string | undefined>;
export function buildToxiproxy(): Promise<void>;
export function startToxiproxy(): Promise<Toxiproxy>;
