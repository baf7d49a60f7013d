interface Found {
  sub: string;
  email?: string | null;
}

type Search = (address: string) => Promise<readonly Found[]>;

const hasAddress = (name: string) => name.includes('@');

async function idOf(address: string, search: Search): Promise<string> {
  const found = await search(address);
  const exact = found.filter(({ email }) => email?.toLowerCase() === address.toLowerCase());
  if (exact.length === 1) return exact[0]!.sub;
  if (exact.length === 0) throw new Error(`No account of this application has the address ${address}.`);
  throw new Error(
    `Several accounts have the address ${address}: ${exact.map(({ sub }) => sub).join(', ')}. Enter the id of one.`,
  );
}

/** Ids of accounts, for people who are named by their id or their e-mail address; throws an error in words. */
export const idsOf = (names: readonly string[], search: Search): Promise<string[]> =>
  Promise.all(names.map((name) => (hasAddress(name) ? idOf(name, search) : name)));
