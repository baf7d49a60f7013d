const placeholder = /\{\{ ?cronofy\.conferencing\.(join_url|invite_block) ?\}\}/g;

/** Whether a text has placeholders for a conference. */
export const hasConferencePlaceholder = (text: string | null | undefined): text is string =>
  text?.search(placeholder) !== undefined && text.search(placeholder) >= 0;

const pendingText = 'The details for joining will be added here.';

/**
 * A text with its placeholders filled, in English. `joinUrl`: where people join; null: the conference has not been
 * added yet; undefined: there is none.
 */
export function fillConferencePlaceholders(text: string, joinUrl: string | null | undefined): string {
  if (joinUrl === undefined) return text.replace(placeholder, '').trim();
  if (joinUrl === null) return text.replace(placeholder, pendingText);
  return text.replace(placeholder, (_, name: string) =>
    name === 'join_url' ? joinUrl : `Join the meeting:\n${joinUrl}`,
  );
}
