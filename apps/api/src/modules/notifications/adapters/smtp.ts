import { createTransport } from 'nodemailer'
import type { EmailMessage, Mailer, MailOutcome } from '../mailer.port.ts'
import { toSmtpMessage } from '../smtp-message.ts'

/**
 * Sends through the SMTP server at `url` (`smtp://user:password@host:port` or `smtps://…`) over a small connection
 * pool.
 */
export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 5,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  })
  return {
    async send(message: EmailMessage): Promise<MailOutcome> {
      try {
        await transport.sendMail(toSmtpMessage(message, from))
        return { status: 'sent' }
      } catch (error) {
        const reason = permanentRejection(error)
        if (reason !== undefined) return { status: 'rejected', reason }
        throw error
      }
    },
    close: () => transport.close(),
  }
}

/**
 * The SMTP code if the server permanently rejected this email. A rejected login is a configuration error and does not
 * count.
 */
function permanentRejection(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('responseCode' in error) || !('command' in error)) return undefined
  const { responseCode: code, command } = error
  const isAboutRecipient = ['RCPT TO', 'DATA'].includes(String(command))
  return isAboutRecipient && typeof code === 'number' && code >= 500 && code < 600 ? String(code) : undefined
}
