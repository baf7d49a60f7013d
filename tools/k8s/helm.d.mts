/** Files of the Helm chart: path in `k8s/helm` to text. */
export declare function chartFiles(): Record<string, string>;
