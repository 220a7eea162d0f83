import type { Letter } from './mailer.port.ts'

/** A letter in the words of nodemailer. */
export function messageOf({ id, to, fromName, replyTo, subject, text, html }: Letter, from: string) {
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    from: fromName === undefined ? from : { name: fromName, address: addressOf(from) },
    to,
    ...(replyTo !== undefined && { replyTo }),
    subject,
    text,
    html,
    messageId: `<${id}@${domain}>`,
    // Asks that no holiday notice be sent back.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    // What a letter says may come from outside; it must never make the mailer open a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** `Terrace <post@terrace.example>` → `post@terrace.example`. */
function addressOf(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from
}
