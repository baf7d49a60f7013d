import type { FastifyReply } from 'fastify';

/** Allows pages of exactly these origins to show this one in a frame. */
export function allowFrames(reply: FastifyReply, origins: readonly string[]): FastifyReply {
  if (origins.length === 0) return reply;
  const policy = String(reply.getHeader('content-security-policy'));
  const allowed = policy.replace(/frame-ancestors [^;]*/, `frame-ancestors ${origins.join(' ')}`);
  // it has no form for a list, and browsers that know frame-ancestors ignore it (CSP Level 3 §6.4.2)
  return reply.removeHeader('x-frame-options').header('content-security-policy', allowed);
}

/**
 * In a frame, the page sends its height to the page around it, now and whenever it changes. Firefox does not name that page's origin:
 * there each of the allowed ones is tried, and the browser delivers to none but the right one.
 */
export const frameScript = (origins: readonly string[]): string =>
  `if(parent!==self){document.documentElement.classList.add('framed');var o=${JSON.stringify(origins)},` +
  'a=location.ancestorOrigins,t=a&&a.length?o.filter(function(x){return x===a[0]}):o,h=0;' +
  'new ResizeObserver(function(){var n=Math.ceil(document.documentElement.getBoundingClientRect().height);' +
  "if(n!==h){h=n;t.forEach(function(x){parent.postMessage({type:'kalends:height',height:n},x)})}})" +
  '.observe(document.documentElement)}';
