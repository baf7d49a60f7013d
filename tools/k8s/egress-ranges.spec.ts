import { BlockList } from 'node:net';
import { join } from 'node:path';
import { isPublic } from '@kalends/security';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { objectsIn } from './manifests.js';

interface IpBlock {
  cidr: string;
  except: string[];
}

const policies = objectsIn(join(import.meta.dirname, '../../k8s/base'));
const policy = policies.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'some-reach-out')!;
const { egress } = policy.spec as unknown as { egress: { to: { ipBlock: IpBlock }[] }[] };
const blocks = egress.flatMap(({ to }) => to.map(({ ipBlock }) => ipBlock));

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address, prefix] = network.split('/') as [string, string];
    list.addSubnet(address, Number(prefix), address.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}
const compiled = blocks.map(({ cidr, except }) => ({ within: listOf([cidr]), except: listOf(except) }));

/** What a network plugin does with an ipBlock. */
const mayReach = (address: string) => {
  const family = address.includes(':') ? 'ipv6' : 'ipv4';
  return compiled.some(({ within, except }) => within.check(address, family) && !except.check(address, family));
};

const textOfV4 = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');
const textOfV6 = (groups: readonly number[]) => groups.map((group) => group.toString(16)).join(':');

/** The first address of a block and the last, and those beside them. */
function edgesOfV4(block: string): string[] {
  const [address, prefix] = block.split('/') as [string, string];
  const first = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  const last = first + 2 ** (32 - Number(prefix)) - 1;
  return [first - 1, first, last, last + 1].filter((one) => one >= 0 && one < 2 ** 32).map(textOfV4);
}

describe('addresses that services may reach', () => {
  // IANA's registries of special-purpose addresses
  it.each([
    ...['0.0.0.1', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.16.0.1', '192.0.0.8', '192.0.2.1'],
    ...['192.31.196.1', '192.52.193.1', '192.88.99.1', '192.168.1.1', '192.175.48.1', '198.18.0.1', '198.51.100.1'],
    ...['203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '::', '::1', '::ffff:10.0.0.1', '64:ff9b::a00:1'],
    ...[
      '64:ff9b:1::1',
      '100::1',
      '2001::1',
      '2001:2::1',
      '2001:20::1',
      '2001:db8::1',
      '2002:a00:1::',
      '2620:4f:8000::1',
    ],
    ...['3fff::1', '5f00::1', 'fc00::1', 'fd00::1', 'fe80::1', 'fec0::1', 'ff02::1'],
  ])('given %s, then neither the guard nor the policy lets it through', (address) => {
    expect([isPublic(address), mayReach(address)]).toEqual([false, false]);
  });

  it.each(['1.1.1.1', '8.8.8.8', '93.184.216.34', '223.255.255.255', '2606:4700::1111', '2a00:1450::1', '2620:fe::fe'])(
    'given %s, then both let it through',
    (address) => expect([isPublic(address), mayReach(address)]).toEqual([true, true]),
  );

  it('given the edges of every excepted block, then guard and policy agree', () => {
    const edges = blocks.flatMap(({ except }) => except.filter((one) => !one.includes(':')).flatMap(edgesOfV4));
    expect(edges.length).toBeGreaterThan(60);
    expect(edges.filter((address) => isPublic(address) !== mayReach(address))).toEqual([]);
  });

  it('given random addresses, then guard and policy agree', () => {
    const v4 = fc.integer({ min: 0, max: 2 ** 32 - 1 }).map(textOfV4);
    const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 7, maxLength: 7 });
    const known = [
      0, 0x64, 0x100, 0x2000, 0x2001, 0x2002, 0x2620, 0x2a00, 0x3fff, 0x5f00, 0xfc00, 0xfe80, 0xfec0, 0xff02,
    ];
    const v6 = fc.tuple(fc.oneof(fc.constantFrom(...known), fc.integer({ min: 0, max: 0xffff })), groups);
    const property = fc.property(
      fc.oneof(
        v4,
        v6.map(([first, rest]) => textOfV6([first, ...rest])),
      ),
      (address) => {
        expect([address, mayReach(address)]).toEqual([address, isPublic(address)]);
      },
    );
    fc.assert(property, { numRuns: 5_000 });
  });
});
