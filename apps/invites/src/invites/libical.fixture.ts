import { spawnSync } from 'node:child_process';
import { env } from 'node:process';

/**
 * libical through Python's ctypes: reports what it cannot parse and violations of RFC 5546's tables for the text's METHOD.
 */
const PROGRAM = `
import ctypes, json, os, sys
lib = ctypes.CDLL(os.environ.get('KALENDS_TEST_LIBICAL', 'libical.so.3'))
pointer, text = ctypes.c_void_p, ctypes.c_char_p
for name, result, given in (('icalparser_parse_string', pointer, text), ('icalrestriction_check', ctypes.c_int, pointer),
                            ('icalcomponent_count_errors', ctypes.c_int, pointer), ('icalcomponent_as_ical_string', text, pointer)):
    function = getattr(lib, name)
    function.restype, function.argtypes = result, [given]
found = []
for one in json.load(sys.stdin):
    component = lib.icalparser_parse_string(one.encode())
    if not component:
        found.append(['not parsed'])
        continue
    lib.icalrestriction_check(component)
    lines = lib.icalcomponent_as_ical_string(component).decode().replace('\\r\\n ', '').splitlines()
    found.append([line for line in lines if line.startswith('X-LIC-ERROR')])
print(json.dumps(found))
`;

function run(texts: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync('python3', ['-c', PROGRAM], { input: JSON.stringify(texts), encoding: 'utf8', env });
}

/** Why libical cannot be used here; undefined if it can. */
export const missingLibical = (): string | undefined =>
  run([]).status === 0
    ? undefined
    : 'libical.so.3 is not installed (apt-get install libical3, or set KALENDS_TEST_LIBICAL)';

/** The errors that libical finds in each text. */
export function libicalErrors(texts: string[]): string[][] {
  const done = run(texts);
  if (done.status !== 0) throw new Error(done.stderr);
  return JSON.parse(done.stdout) as string[][];
}
