import { describe, expect, it } from 'vitest';
import { languages } from './texts/texts.js';
import { enteredZone, guessZone, namedZones } from './zones.js';

const guessFor = (header?: string) => guessZone({ headers: header === undefined ? {} : { 'accept-language': header } });

describe('the time zone of a journey', () => {
  it.each<[string | undefined, string]>([
    ['de-AT,de;q=0.9,en;q=0.8', 'Europe/Vienna'],
    ['de,en;q=0.5', 'Europe/Berlin'],
    ['en-US,en;q=0.9', 'Etc/UTC'],
    ['en-US,en;q=0.9,ja;q=0.5', 'Asia/Tokyo'],
    ['pt-BR', 'America/Sao_Paulo'],
    ['zh-Hans-SG', 'Asia/Singapore'],
    ['constructor,__proto__-constructor', 'Etc/UTC'],
    [undefined, 'Etc/UTC'],
  ])('given a browser that prefers %s, then the guess is %s', (header, zone) => expect(guessFor(header)).toBe(zone));

  it.each([...languages.keys()])(
    'given %s, then each zone has a city, once, and the name of its time',
    async (lang) => {
      const zones = await namedZones(lang);
      expect(new Set(zones.map(({ tzid }) => tzid)).size).toBe(zones.length);
      expect(zones.length).toBeGreaterThan(300);
      expect(zones.find(({ tzid }) => tzid === 'America/Argentina/Buenos_Aires')!.label).toMatch(/^Buenos Aires – ./);
      expect(zones.filter(({ label }) => /_|\//.test(label.split(' – ')[0]!))).toEqual([]);
    },
  );

  it('given English and German, then the name of the time is in that language', async () => {
    const berlin = async (lang: string) => (await namedZones(lang)).find(({ tzid }) => tzid === 'Europe/Berlin')!.label;
    expect([await berlin('en'), await berlin('de')]).toEqual([
      'Berlin – Central European Time',
      'Berlin – Mitteleuropäische Zeit',
    ]);
  });

  it.each([
    ['europe/berlin', 'Europe/Berlin'],
    ['Asia/Calcutta', 'Asia/Calcutta'],
    ['Mars/Base', 'Etc/UTC'],
    ['', 'Etc/UTC'],
    ['x'.repeat(10_000), 'Etc/UTC'],
  ])('given %s in a form, then it is %s', (text, zone) => expect(enteredZone(text)).toBe(zone));
});
