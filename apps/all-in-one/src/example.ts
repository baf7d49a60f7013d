import { existsSync } from 'node:fs';

/** Whether the example application is here, as it is in a clone of the repository; not in an image or the npm package. */
export const hasExample = existsSync(new URL('../../../examples/week-view', import.meta.url));
