/** Whether one of the named scopes was granted, plain or as an address of Graph, whatever its case. */
export function isGranted(scope: readonly string[], ...names: string[]): boolean {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  return scope.some((one) => wanted.has(one.replace(/^https:\/\/graph\.microsoft\.com\//i, '').toLowerCase()));
}
