/** Name of the program in `dist/` to the built module that it begins with, relative to the repository. */
export declare const programs: Readonly<Record<string, string>>;
/** Name of an image to its programs, first the one that it starts. */
export declare const images: Readonly<Record<string, readonly string[]>>;
/** Whether the sources of the bundles in `<folder>/dist` (default: the repository's) are unchanged. */
export declare function isFresh(folder?: string): boolean;
/** Writes all programs into `dist/` again, after `tsc -b`. */
export declare function bundle(): Promise<void>;
/** Writes an image's `main.js`, programs and migrations into a folder; returns the modules bundled, from the repository. */
export declare function bundleImage(app: string, folder: string): Promise<string[]>;
/** Writes programs, and the migrations of the schemas (default: all), into a folder; returns the modules bundled. */
export declare function bundlePrograms(
  folder: string,
  names: readonly string[],
  schemas?: readonly string[],
): Promise<string[]>;
/** The plugin of rolldown that keeps files beside a module findable from bundles in `folder`. */
export declare function places(folder: string): {
  name: string;
  transform(code: string, id: string): { code: string; map: null } | undefined;
};
