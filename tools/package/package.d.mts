/** Folders of the npm packages that bundled modules belong to; both relative to the repository. */
export declare function packagesOf(modules: readonly string[]): string[];
/** Writes the npm package `kalends` into a folder that does not exist or is empty. */
export declare function writePackage(folder: string): Promise<void>;
