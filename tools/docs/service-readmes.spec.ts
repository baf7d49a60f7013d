import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contracts from '@kalends/contracts';
import { services } from '@kalends/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Column, columnsOfServices } from '../architecture/tables.fixture.js';
import { topicsOf } from './topics-of.fixture.js';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The first two cells of the table's rows whose first cell is code. */
const rowsOf = (section: string) =>
  [...section.matchAll(/^\| `([^`]+)`\s*\|\s*([^|]*?)\s*\|$/gm)].map(([, a, b]) => [a!, b!]);
const sectionOf = (text: string, title: string) => text.split(/^## /m).find((part) => part.startsWith(title))!;
const sorted = (names: Iterable<string>) => [...names].sort();

const readColumns = columnsOfServices(afterAll);
let columns: Column[];
beforeAll(async () => {
  columns = await readColumns();
});

describe.each(services)('the README of %s', (service) => {
  const readme = read(`apps/${service}/README.md`);

  it('given its folders, when compared, then it has a row for each', () => {
    const folders = readdirSync(join(root, 'apps', service, 'src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !['prisma', 'generated'].includes(entry.name))
      .map((entry) => `src/${entry.name}`);
    expect(sorted(rowsOf(sectionOf(readme, 'Folders')).map(([name]) => name!))).toEqual(sorted(folders));
  });

  it('given its sources, when compared, then it lists the topics that it handles and publishes', () => {
    const rows = rowsOf(sectionOf(readme, 'Topics'));
    const { handled, published } = topicsOf(service);
    const named = (direction: RegExp) =>
      sorted(rows.filter(([, cell]) => direction.test(cell!)).map(([name]) => name!));
    expect(named(/^in/)).toEqual(sorted(handled));
    expect(named(/^out$/)).toEqual(sorted(published));
    const requests = Object.values(contracts)
      .map((one) => (one as { name?: string } | undefined)?.name ?? '')
      .filter((name) => name.startsWith(`${service}.query.`));
    expect(named(/request/)).toEqual(sorted(new Set(requests)));
  });

  it('given its schema, when compared, then it lists its tables', () => {
    const own = new Set(columns.filter((column) => column.service === service).map(({ table }) => table));
    const [list = ''] = sectionOf(readme, 'Tables').split('; and');
    const named = [...list.split(': ')[1]!.matchAll(/`(\w+)`/g)].map((match) => match[1]!);
    expect(sorted(named)).toEqual(sorted(own));
  });

  it('given the alerts, when compared, then those that it lists exist', () => {
    const { spec } = parse(read('k8s/monitoring/alerts.yaml')) as {
      spec: { groups: { rules: { alert: string }[] }[] };
    };
    const known = spec.groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
    const named = [...sectionOf(readme, 'Alerts').matchAll(/`(Kalends\w+)`/g)].map((match) => match[1]!);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
    expect(named.length).toBeGreaterThan(3);
    expect(existsSync(join(root, 'docs/operate.md'))).toBe(true);
  });
});
