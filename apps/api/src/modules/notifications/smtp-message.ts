import type { EmailMessage } from './mailer.port.ts'

export function toSmtpMessage(
  { id, to, fromName, replyTo, subject, text, html, attachments = [] }: EmailMessage,
  from: string,
) {
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    from: fromName === undefined ? from : { name: fromName, address: addressOf(from) },
    to,
    ...(replyTo !== undefined && { replyTo }),
    subject,
    text,
    html,
    attachments: attachments.map(({ filename, contentType, bytes }) => ({
      filename,
      contentType,
      content: Buffer.from(bytes),
    })),
    messageId: `<${id}@${domain}>`,
    // Suppresses out-of-office replies.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    // Email content may come from outside and must never make the mailer open a file or URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** `Terrace <post@terrace.example>` → `post@terrace.example`. */
export function addressOf(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from
}
