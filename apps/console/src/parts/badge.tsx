const kinds = new Map<string, string>([
  ['ok', 'ok'],
  ['granted', 'ok'],
  ['synced', 'ok'],
  ['delivered', 'ok'],
  ['accepted', 'ok'],
  ['completed', 'ok'],
  ['pending', 'accent'],
  ['open', 'accent'],
  ['booking', 'accent'],
  ['degraded', 'warn'],
  ['warning', 'warn'],
  ['set_aside', 'warn'],
  ['disconnected', 'warn'],
  ['disabled', 'warn'],
  ['failed', 'danger'],
  ['failing', 'danger'],
  ['refused', 'danger'],
]);

/** A state as a word, with a colour that adds nothing to it. */
export const State = ({ is }: { is: string }) => (
  <span className={`badge badge-${kinds.get(is) ?? 'plain'}`}>{is.replaceAll('_', ' ')}</span>
);
