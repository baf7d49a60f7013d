/** Google's event colours (colors.get), by id. */
const palette = new Map(
  Object.entries<string>({
    '1': '#a4bdfc',
    '2': '#7ae7bf',
    '3': '#dbadff',
    '4': '#ff887c',
    '5': '#fbd75b',
    '6': '#ffb878',
    '7': '#46d6db',
    '8': '#e1e1e1',
    '9': '#5484ed',
    '10': '#51b749',
    '11': '#dc2127',
  }),
);

const channels = (color: string): number[] => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));

function distance(a: string, b: string): number {
  const other = channels(b);
  return channels(a).reduce((sum, value, index) => sum + (value - other[index]!) ** 2, 0);
}

/** The id of the colour nearest to `#RRGGBB`; undefined if that is not a colour. */
export function colorIdOf(color: string): string | undefined {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return undefined;
  return [...palette.keys()].reduce((best, id) =>
    distance(palette.get(id)!, color) < distance(palette.get(best)!, color) ? id : best,
  );
}

/** The colour to show: the requested one unless the user chose another at Google. */
export function colorOf(colorId: string | undefined, requested: string | undefined): string | undefined {
  if (colorId === undefined) return undefined;
  return requested !== undefined && colorIdOf(requested) === colorId ? requested : palette.get(colorId);
}
