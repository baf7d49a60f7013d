import { accentOf, contrastOf, light } from '@kalends/design';
import { invalidField } from '../../http/refusals.js';

/** Throws a 422 if text in the colour could not be read on a page. */
export function refuseAccent({ accent_color: colour }: { accent_color?: string | null | undefined }): void {
  if (!colour || accentOf(colour) !== null) return;
  const contrast = contrastOf(colour, light.surface).toFixed(1);
  const description = `accent_color ${colour} has a contrast of ${contrast} with the surface of a page, and text needs 4.5: choose a darker colour`;
  throw invalidField('accent_color', 'invalid', description);
}
