// kafkajs 2.2.4 checks each connection's queue of pending requests every millisecond, for as long as the connection is open and
// although the queue is empty (tulios/kafkajs#1704; the fixes there are not released). ADR 0090 has what that costs.

const module = 'kafkajs/src/network/requestQueue/index.js';
const original = `    let scheduleAt = this.throttledUntil - Date.now()\n    if (!this.throttleCheckTimeoutId) {\n`;
const corrected = `    let scheduleAt = this.throttledUntil - Date.now()\n    if (!this.throttleCheckTimeoutId && this.pending.length > 0) {\n`;

/** The plugin of rolldown that corrects it; throws when kafkajs has changed. */
export const correctKafkajs = {
  name: 'correct-kafkajs',
  transform(code, id) {
    if (!id.replaceAll('\\', '/').endsWith(module)) return undefined;
    if (!code.includes(original)) throw new Error(`${module} has changed: see tools/bundle/kafkajs.mjs`);
    return { code: code.replace(original, corrected), map: null };
  },
};
