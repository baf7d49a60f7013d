const hexColour = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;

/** Whether it is a colour of the form `#rrggbb`. */
export const isHexColour = (text: string): boolean => hexColour.test(text);

function luminanceOf(colour: string): number {
  const channels = hexColour.exec(colour);
  if (!channels) throw new RangeError(`${colour} is not a colour of the form #rrggbb`);
  const [red, green, blue] = channels.slice(1).map((hex) => {
    const share = Number.parseInt(hex, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

/** The contrast ratio of two colours `#rrggbb`, from 1 to 21 (WCAG 2.2, "contrast ratio"). Throws RangeError for other texts. */
export function contrastOf(one: string, other: string): number {
  const [darker, lighter] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter! + 0.05) / (darker! + 0.05);
}
