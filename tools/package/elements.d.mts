export declare function writeElements(folder: string): void;
