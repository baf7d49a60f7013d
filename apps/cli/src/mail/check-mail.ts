import { resolveMx } from 'node:dns/promises';
import { SmtpDialogue } from './smtp-dialogue.js';

export interface Finding {
  check: string;
  result: 'ok' | 'warning' | 'failed';
  detail: string;
}

interface MailToCheck {
  domain: string;
  /** Checked instead of the MX, when given. */
  host: string | undefined;
  port: number | undefined;
  smtpPort: number;
}

const finding = (check: string, result: Finding['result'], detail: string): Finding => ({ check, result, detail });

/** RFC 5321 §5.1: the MX of the lowest preference. */
async function checkMx(
  domain: string,
  without: Finding['result'],
): Promise<{ found: Finding; exchange: string | undefined }> {
  try {
    const records = (await resolveMx(domain)).sort((a, b) => a.priority - b.priority);
    const exchange = records[0]?.exchange;
    if (exchange) return { found: finding('MX', 'ok', `${domain} is delivered to ${exchange}`), exchange };
    return { found: finding('MX', without, `${domain} has no MX record`), exchange: undefined };
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    return { found: finding('MX', without, `${domain} has no MX record (${reason})`), exchange: undefined };
  }
}

async function checkTls(dialogue: SmtpDialogue, host: string, features: string): Promise<Finding> {
  if (!/STARTTLS/i.test(features)) return finding('STARTTLS', 'warning', 'not offered: replies are sent unencrypted');
  const { code, text } = await dialogue.send('STARTTLS');
  if (code !== 220) return finding('STARTTLS', 'failed', text);
  const { validTo, refusal } = await dialogue.secure(host);
  if (refusal) return finding('STARTTLS', 'warning', `the certificate is not trusted for ${host}: ${refusal}`);
  return finding('STARTTLS', 'ok', `the certificate is trusted for ${host}, until ${validTo}`);
}

/** Unknown mailboxes must be refused; otherwise senders assume that their mail has arrived. */
async function checkRefusal(dialogue: SmtpDialogue, domain: string): Promise<Finding> {
  await dialogue.send('MAIL FROM:<>');
  const { code, text } = await dialogue.send(`RCPT TO:<no-such-reply-address@${domain}>`);
  await dialogue.send('RSET');
  return finding('unknown address', code === 550 ? 'ok' : 'failed', text);
}

/** Checks the listener as a mail server that delivers a reply would: MX, port, certificate, refusals. */
export async function checkMail({ domain, host, port, smtpPort }: MailToCheck): Promise<Finding[]> {
  const { found, exchange } = await checkMx(
    domain,
    host === undefined && domain !== 'localhost' ? 'failed' : 'warning',
  );
  const target = host ?? exchange ?? '127.0.0.1';
  const at = port ?? (host === undefined && exchange ? 25 : smtpPort);
  let dialogue: SmtpDialogue | undefined;
  try {
    dialogue = await SmtpDialogue.open(target, at);
    const banner = await dialogue.send();
    const connected = finding('port', banner.code === 220 ? 'ok' : 'failed', `${target}:${at} says ${banner.text}`);
    const { text: features } = await dialogue.send('EHLO kalends-mail-check.localhost');
    const tls = await checkTls(dialogue, target, features);
    await dialogue.send('EHLO kalends-mail-check.localhost');
    return [found, connected, tls, await checkRefusal(dialogue, domain)];
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    return [found, finding('port', 'failed', `${target}:${at}: ${reason}`)];
  } finally {
    dialogue?.close();
  }
}

/** Delivers a mail that changes nothing (RFC 3834); throws the server's error reply. */
export async function sendTestMail(
  { host, port }: { host: string; port: number },
  to: string,
  messageId: string,
): Promise<void> {
  const dialogue = await SmtpDialogue.open(host, port);
  const expect = async (expected: number, line?: string) => {
    const { code, text } = await dialogue.send(line);
    if (code !== expected) throw new Error(text);
  };
  try {
    await expect(220);
    await expect(250, 'EHLO kalends-mail-check.localhost');
    await expect(250, 'MAIL FROM:<>');
    await expect(250, `RCPT TO:<${to}>`);
    await expect(354, 'DATA');
    const head = [`Message-ID: ${messageId}`, `To: <${to}>`, 'From: <mail-check@localhost>', 'Subject: mail check'];
    const lines = [...head, 'Auto-Submitted: auto-generated', '', 'A test of mail delivery.', '.'];
    await expect(250, lines.join('\r\n'));
  } finally {
    dialogue.close();
  }
}
