// The whole path of a Smart Invite: created over HTTP, answered over SMTP, reported to the application.
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { waitUntil } from '@kalends/testing';
import { createTransport } from 'nodemailer';
import { startDistributed, startEmbedded } from '../../dist/harness/deployment.js';
import { Kalends } from '../../dist/harness/kalends.js';
import { mailOf, readInvite } from '../../dist/harness/reply-mail.js';
import { load } from './measure.mjs';

const percentile = (values, share) => [...values].sort((a, b) => a - b)[Math.ceil(values.length * share) - 1];

/** The application's endpoint: arrival time of each reply, by its comment. */
async function startReceiver() {
  const arrived = new Map();
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { smart_invite } = JSON.parse(Buffer.concat(chunks));
      if (!arrived.has(smart_invite.reply.comment)) arrived.set(smart_invite.reply.comment, performance.now());
      response.end();
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${server.address().port}/callback`, arrived, close };
}

const inviteOf = (id, callbackUrl) => ({
  method: 'request',
  smart_invite_id: id,
  callback_url: callbackUrl,
  recipient: { email: 'ann@example.com' },
  organizer: { name: 'Bob', email: 'bob@example.com' },
  event: {
    summary: 'Board meeting',
    description: 'Discuss plans for the next quarter.',
    start: '2027-01-12T15:30:00Z',
    end: '2027-01-12T17:00:00Z',
    tzid: 'Europe/London',
  },
});

/** Invites that can be answered, with their reply addresses. */
async function makeInvites(kalends, application, callbackUrl, count) {
  const headers = { authorization: `Bearer ${application.client_secret}`, 'content-type': 'application/json' };
  const invites = [];
  for (let at = 0; at < count; at += 20) {
    const some = Array.from({ length: Math.min(20, count - at) }, (_, index) =>
      inviteOf(`bench-${at + index}`, callbackUrl),
    );
    const answers = await Promise.all(
      some.map((body) =>
        fetch(kalends.url('/v1/smart_invites'), { method: 'POST', headers, body: JSON.stringify(body) }),
      ),
    );
    for (const answer of answers) invites.push(readInvite((await answer.json()).attachments.icalendar));
  }
  return invites;
}

const connect = (port, connections) =>
  createTransport({
    host: '127.0.0.1',
    port,
    ignoreTLS: true,
    pool: true,
    maxConnections: connections,
    maxMessages: 1e9,
  });

async function send(transport, invite, comment) {
  const reply = { ...invite, from: 'ann@example.com', partstat: 'ACCEPTED', comment, at: Date.now() };
  await transport.sendMail({ envelope: { from: reply.from, to: reply.organizer }, raw: mailOf(reply) });
  return performance.now();
}

/** Milliseconds from SMTP's 250 to the callback at a steady rate; the first two seconds warm up the processes. */
async function replyLatency(kalends, invites, receiver, { perSecond, seconds }) {
  const mail = connect(kalends.deployment.smtpPort, 10);
  const accepted = new Map();
  const sending = [];
  const total = perSecond * (seconds + 2);
  const begun = performance.now();
  for (let index = 0; index < total; index += 1) {
    const due = begun + (index * 1000) / perSecond;
    if (due > performance.now()) await delay(due - performance.now());
    const comment = `at-rate-${index}`;
    sending.push(send(mail, invites[index % invites.length], comment).then((at) => accepted.set(comment, at)));
  }
  await Promise.all(sending);
  await waitUntil(() => [...accepted.keys()].every((comment) => receiver.arrived.has(comment)), {
    timeout: 60_000,
    what: 'every callback',
  });
  mail.close();
  const measured = [...accepted].filter(([comment]) => Number(comment.slice('at-rate-'.length)) >= perSecond * 2);
  const waits = measured.map(([comment, at]) => Math.max(0, receiver.arrived.get(comment) - at));
  return { p50: percentile(waits, 0.5), p99: percentile(waits, 0.99) };
}

/** Mails per second that SMTP answers with 250, each durably stored. */
async function mailsIn(kalends, invites, count) {
  const mail = connect(kalends.deployment.smtpPort, 16);
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: count }, (_, index) => send(mail, invites[index % invites.length], `mass-${index}`)),
  );
  const seconds = (performance.now() - begun) / 1000;
  mail.close();
  return count / seconds;
}

async function measureOn(name, running, { mails, perSecond, seconds }) {
  const kalends = new Kalends(running.deployment);
  const receiver = await startReceiver();
  try {
    const application = await kalends.application();
    const invites = await makeInvites(kalends, application, receiver.url, 200);
    const { p50, p99 } = await replyLatency(kalends, invites, receiver, { perSecond, seconds });
    const ms = (value) => `${value.toFixed(1)} ms`;
    const rows = [
      { measure: `${name}: SMTP 250 to callback at ${perSecond}/s: p50`, ours: ms(p50) },
      { measure: `${name}: SMTP 250 to callback at ${perSecond}/s: p99 in ms`, ours: ms(p99), ratio: p99, bound: 200 },
    ];
    if (name !== 'embedded') return rows;
    const created = await load({
      url: kalends.url('/v1/smart_invites'),
      method: 'POST',
      headers: { authorization: `Bearer ${application.client_secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(inviteOf('[<id>]', receiver.url)),
      idReplacement: true,
      seconds: 5,
      concurrency: 16,
    });
    rows.push({ measure: 'invites created per second, 16 in flight', ours: created.perSecond.toFixed(0) });
    const rate = await mailsIn(kalends, invites, mails);
    rows.push({
      measure: `${mails} reply mails received by SMTP, durably stored, per second`,
      ours: rate.toFixed(0),
      ratio: rate,
      bound: 250,
      atLeast: true,
    });
    return rows;
  } finally {
    await running.stop();
    await receiver.close();
  }
}

/** The rows of both transports; if Kafka cannot be started, its rows are skipped and a line reports it. */
export async function measureInvitePath({ mails = 2_000, perSecond = 50, seconds = 10 } = {}) {
  const options = { mails, perSecond, seconds };
  const rows = await measureOn('embedded', await startEmbedded(), options);
  const { missingForKafka, startKafka } = await import('../../../../tools/kafka/kafka.mjs');
  const missing = await missingForKafka();
  if (missing) return [...rows, { measure: `Kafka: skipped (${missing})`, ours: '' }];
  const kafka = await startKafka({ longLived: true });
  try {
    return [...rows, ...(await measureOn('Kafka', await startDistributed(kafka.brokers), options))];
  } finally {
    await kafka.stop();
  }
}
