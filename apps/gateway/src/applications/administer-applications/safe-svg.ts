import type { IOptions } from 'sanitize-html';

const shapes = ['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text', 'tspan'];
const containers = [
  'svg',
  'g',
  'defs',
  'title',
  'desc',
  'clipPath',
  'mask',
  'linearGradient',
  'radialGradient',
  'stop',
];

const attributes = [
  ...[
    'id',
    'viewBox',
    'width',
    'height',
    'x',
    'y',
    'x1',
    'x2',
    'y1',
    'y2',
    'cx',
    'cy',
    'r',
    'rx',
    'ry',
    'fx',
    'fy',
    'd',
  ],
  ...[
    'points',
    'transform',
    'fill',
    'fill-rule',
    'fill-opacity',
    'clip-rule',
    'clip-path',
    'mask',
    'opacity',
    'stroke',
  ],
  ...['stroke-width', 'stroke-linecap', 'stroke-linejoin', 'stroke-miterlimit', 'stroke-dasharray', 'stroke-opacity'],
  ...['offset', 'stop-color', 'stop-opacity', 'gradientUnits', 'gradientTransform', 'spreadMethod', 'clipPathUnits'],
  ...['maskUnits', 'preserveAspectRatio', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'dx', 'dy'],
];

/** A reference to something of the same image, or none. */
const isInside = (value: string): boolean => !/url\s*\(/i.test(value.replaceAll(/url\(#[\w-]+\)/g, ''));

const namespace = 'http://www.w3.org/2000/svg';

const options: IOptions = {
  allowedTags: [...shapes, ...containers],
  allowedAttributes: { '*': attributes, svg: ['xmlns', ...attributes] },
  disallowedTagsMode: 'completelyDiscard',
  transformTags: {
    '*': (tagName, given) => ({
      tagName,
      attribs: {
        ...Object.fromEntries(Object.entries(given).filter(([, value]) => isInside(value))),
        ...(tagName === 'svg' ? { xmlns: namespace } : {}),
      },
    }),
  },
  parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
};

/** The image without scripts, styles, references to elsewhere and anything else but shapes; null: nothing is left. */
export async function safeSvg(text: string): Promise<string | null> {
  const { default: sanitize } = await import('sanitize-html');
  const safe = sanitize(text, options).trim();
  const hasShape = shapes.some((name) => safe.includes(`<${name}`));
  return safe.startsWith('<svg') && safe.endsWith('</svg>') && hasShape ? safe : null;
}
