import { mostLogoBytes } from '@kalends/public-api';
import { sha256 } from '@kalends/security';
import { invalidField } from '../../http/refusals.js';
import { safeSvg } from './safe-svg.js';

/** A logo as it is stored and served. */
export interface Logo {
  content_type: 'image/svg+xml' | 'image/png';
  content: Uint8Array<ArrayBuffer>;
  /** Changes with its content. */
  version: string;
}

const refuse = (key: string, description: string) => invalidField('logo', key, description);

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');

/** Pixels a side: a small file may have an enormous picture. */
const mostPixels = 1024;

/** Its header has the size (PNG, "IHDR"). */
function checkPng(content: Buffer): void {
  const isPng = content.subarray(0, 8).equals(pngSignature) && content.toString('latin1', 12, 16) === 'IHDR';
  if (!isPng || content.length < 45) throw refuse('invalid', 'logo is not a PNG image: it begins differently');
  const [width, height] = [content.readUInt32BE(16), content.readUInt32BE(20)];
  if (width === 0 || height === 0 || width > mostPixels || height > mostPixels)
    throw refuse('invalid', `logo has ${width} by ${height} pixels; it may have 1 to ${mostPixels} a side`);
}

async function svgOf(content: Buffer): Promise<Buffer> {
  const safe = await safeSvg(content.toString('utf8'));
  if (safe === null) throw refuse('invalid', 'logo is not an SVG image with a shape in it');
  return Buffer.from(safe);
}

/** The logo in a data URL, without anything that could run or load; throws a 422. */
export async function readLogo(url: string): Promise<Logo> {
  const [head, text = ''] = url.split(',', 2);
  const given = Buffer.from(text, 'base64');
  if (given.length > mostLogoBytes) throw refuse('too_long', 'logo may have at most 64 kB');
  const isSvg = head === 'data:image/svg+xml;base64';
  if (!isSvg) checkPng(given);
  const content = isSvg ? await svgOf(given) : given;
  return {
    content_type: isSvg ? 'image/svg+xml' : 'image/png',
    content: new Uint8Array(content),
    version: sha256(content.toString('base64'))
      .replaceAll(/[^A-Za-z0-9]/g, '')
      .slice(0, 16),
  };
}
