import { createRequire } from 'node:module';

/** The part of Nx's project graph that specs read. */
export interface Graph {
  nodes: Record<string, { name: string; data: { root: string; tags?: string[]; targets?: Record<string, unknown> } }>;
}

/** Nx's project graph of this checkout, computed in this process; the ESLint rule reads it afterwards, too. */
export async function readGraph(): Promise<Graph> {
  process.env['NX_DAEMON'] = 'false';
  const { createProjectGraphAsync } = createRequire(import.meta.url)('nx/src/project-graph/project-graph') as {
    createProjectGraphAsync(): Promise<Graph>;
  };
  return createProjectGraphAsync();
}
