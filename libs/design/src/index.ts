export { accentOf, accentStyles, type Accent } from './accent.js';
export { contrastOf, isHexColour } from './contrast.js';
export { documentOf } from './document.js';
export { html, Html } from './html.js';
export { favicon, mark } from './mark.js';
export { providerMark } from './provider-mark.js';
export { baseStyles } from './styles/base.js';
export { bookingStyles, changeStyles, frameStyles, pickStyles, sequenceStyles } from './styles/booking.js';
export { docsStyles } from './styles/docs.js';
export { elementStyles } from './styles/elements.js';
export { journeyStyles } from './styles/journey.js';
export { landingStyles } from './styles/landing.js';
export { simulatedMark } from './simulated-mark.js';
export { simulatorStyles } from './styles/simulator.js';
export { referenceStyles } from './styles/reference.js';
export {
  colourNames,
  dark,
  edgePairs,
  light,
  textPairs,
  tokenStyles,
  type ColourName,
  type Palette,
} from './tokens.js';
