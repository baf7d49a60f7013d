/** Characters that turn the text around them, or show nothing and hide what follows (UAX #9, bidirectional controls). */
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** A text of the application for its visitors, at most so many characters long. */
export function shownText(text: string, most: number): string {
  const plain = text.replace(turning, '').trim();
  return plain.length <= most ? plain : `${[...plain.slice(0, most - 1)].join('').replace(/[\ud800-\udbff]$/, '')}…`;
}
