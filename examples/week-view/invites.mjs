// Smart Invites: created here, mailed by you, answered by mail; each answer arrives as a signed callback and is shown live.
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { freeTimes, timeText } from './booking.mjs';
import { html, page } from './html.mjs';
import { createInvite, submitReply } from './kalends.mjs';
import { replyMail } from './reply-mail.mjs';
import { clientSecret, ownUrl } from './settings.mjs';

/** All invites by id: callbacks come from Kalends, not from a browser with a session. */
const all = new Map();

const inviteItem = ({ id, recipient, summary, start, status, comment }) =>
  html`<li class="card">
    <strong>${summary}</strong> ${timeText(start)}
    <p>${recipient}: <output data-invite="${id}" aria-live="polite">${statusText(status, comment)}</output></p>
    <p class="row">
      <a href="/invites/${id}.eml" download>Mail to send</a> <a href="/invites/${id}.ics" download>invite.ics</a>
    </p>
    <form method="post" action="/invites/answer" class="row">
      <input type="hidden" name="invite" value="${id}" />
      <span class="dim">Play the recipient:</span>
      ${['ACCEPTED', 'TENTATIVE', 'DECLINED'].map((one) => html`<button class="second" name="answer" value="${one}">${one.toLowerCase()}</button>`)}
    </form>
  </li>`;

const statusText = (status, comment) => (comment ? `${status} (“${comment}”)` : status);

export async function invitesPage({ user, invites }) {
  const slots = await freeTimes(user);
  return page(
    'Invites',
    html`<h1>Invite somebody</h1>
      <form method="post" action="/invites">
        <label for="summary">What is it?</label> <input id="summary" name="summary" required maxlength="200" />
        <label for="email">Who?</label> <input id="email" name="email" type="email" required />
        <label for="slot">When?</label>
        <select id="slot" name="slot" required>
          ${slots.map(({ start, end }) => html`<option value="${start} ${end}">${timeText(start)}</option>`)}
        </select>
        <p><button>Create the invite</button></p>
      </form>
      <ul class="invites">
        ${[...invites.values()].reverse().map(inviteItem)}
      </ul>`,
  );
}

export async function invite(session, form) {
  const [start, end] = (form.get('slot') ?? '').split(' ');
  const [id, recipient, summary] = [randomUUID(), form.get('email'), form.get('summary')];
  const { attachments } = await createInvite({
    smart_invite_id: id,
    recipient: { email: recipient },
    organizer: { name: 'Week view' },
    callback_url: `${ownUrl}/callbacks/invites`,
    event: { summary, start, end, tzid: 'Etc/UTC' },
  });
  const made = { id, recipient, summary, start, status: 'pending', attachments, session };
  session.invites.set(id, made);
  all.set(id, made);
  return '/invites';
}

/** The text to mail (`eml`) or its calendar part (`ics`); undefined for an unknown invite. */
export const attachmentOf = ({ invites }, id, kind) => {
  const attachments = invites.get(id)?.attachments;
  return attachments && (kind === 'ics' ? attachments.icalendar : attachments.email);
};

/** Answers as the recipient's mail client would. In production this mail arrives by SMTP. */
export async function answer({ invites }, form) {
  const made = invites.get(form.get('invite'));
  if (made) await submitReply(replyMail(made, form.get('answer')));
  return '/invites';
}

/** `Cronofy-HMAC-SHA256` holds one signature of the body for each client secret: one of them must be ours. */
export function isSigned(body, header = '') {
  const expected = createHmac('sha256', clientSecret).update(body).digest();
  return header.split(',').some((text) => {
    const given = Buffer.from(text, 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

const lineOf = ({ id, status, comment }) => `data: ${JSON.stringify({ id, text: statusText(status, comment) })}\n\n`;

/** Browsers that are shown the status live: their open responses, by session. */
const watching = new Set();

export function watch(session, response) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  // what changed while the page was loading
  for (const made of session.invites.values()) response.write(lineOf(made));
  const watcher = { session, response };
  watching.add(watcher);
  response.on('close', () => watching.delete(watcher));
}

/** An answer, whose signature was verified; the same one may come twice, and changes nothing then. */
export function receive({ smart_invite: { smart_invite_id: id, recipient } }) {
  const made = all.get(id);
  if (!made || !recipient) return;
  Object.assign(made, { status: recipient.status, comment: recipient.comment });
  for (const { session, response } of watching) if (session === made.session) response.write(lineOf(made));
}
