/** Name of the program in `dist/` to the built module that it begins with, relative to the repository. */
export declare const programs: Readonly<Record<string, string>>;
/** The same program without a character beyond ASCII. */
export declare function inAscii(code: string): string;
/** Whether nothing that the bundles in `<folder>/dist` (the repository's without one) were made from changed since. */
export declare function isFresh(folder?: string): boolean;
/** Writes all programs into `dist/` anew, after `tsc -b`. */
export declare function bundle(): Promise<void>;
