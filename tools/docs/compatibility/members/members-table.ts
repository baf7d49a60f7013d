import { calls } from './calls/calls.js';
import type { CallCase, Refused } from './verdict.js';

const shown = (call: string) => `\`${call.replaceAll('{}', '…')}\``;

/** The member as it is refused: `subscriptions` for all of its members. */
function refusedName(member: string, { at }: Refused): string {
  const whole = at?.replaceAll('[0]', '[]');
  return whole !== undefined && member.startsWith(whole) ? whole : member;
}

const joined = (names: string[]) => [...new Set(names)].map((name) => `\`${name}\``).join(', ');

function refusedRow([call, { members }]: [string, CallCase]): string[] {
  const names = Object.entries(members).flatMap(([member, verdict]) =>
    verdict.kind === 'refused' && !/unknown/.test(member) ? [refusedName(member, verdict)] : [],
  );
  return names.length > 0 ? [`| ${shown(call)} | ${joined(names)} |`] : [];
}

function ignoredRows([call, { members }]: [string, CallCase]): string[] {
  const reasons = new Map<string, string[]>();
  for (const [member, verdict] of Object.entries(members)) {
    if (verdict.kind === 'ignored') reasons.set(verdict.reason, [...(reasons.get(verdict.reason) ?? []), member]);
  }
  return [...reasons].map(([reason, names]) => `| ${shown(call)} | ${joined(names)} | ${reason} |`);
}

const head = `## Members

Every member that these clients can send has its effect, except for the following. A spec makes each call with the member and
without it, and compares what is answered, read and sent to others. The list with its sources is
\`apps/e2e/src/clients/members.json\`.

Refused by name, with some value or with any, since somebody would miss the effect:`;

/** The part of \`docs/compatibility.md\` about members: generated from the verdicts that the spec of the members checks. */
export function membersSection(): string {
  const all = Object.entries(calls);
  const refused = ['| Call | Members |', '| --- | --- |', ...all.flatMap(refusedRow)].join('\n');
  const ignored = ['| Call | Members | Why |', '| --- | --- | --- |', ...all.flatMap(ignoredRows)].join('\n');
  return [head, refused, 'Ignored, since nobody misses anything:', ignored].join('\n\n');
}
