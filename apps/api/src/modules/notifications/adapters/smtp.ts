import { createTransport } from 'nodemailer'
import type { EmailMessage, Mailer, MailOutcome } from '../mailer.port.ts'
import { toSmtpMessage } from '../smtp-message.ts'

/** Milliseconds that a mail server may take to respond. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

interface SmtpOptions {
  url: string
  from: string
  timeouts?: typeof timeouts
}

/**
 * Sends through the SMTP server at `url` (`smtp://user:password@host:port` or `smtps://…`) over two small connection
 * pools: urgent emails have connections of their own, because a server may keep the others waiting.
 */
export function createSmtpMailer({ url, from, ...options }: SmtpOptions): Mailer {
  const pool = (maxConnections: number) =>
    createTransport({ url, pool: true, maxConnections, ...(options.timeouts ?? timeouts) })
  const [urgent, others] = [pool(2), pool(5)]
  return {
    async send(message: EmailMessage): Promise<MailOutcome> {
      try {
        await (message.isUrgent ? urgent : others).sendMail(toSmtpMessage(message, from))
        return { status: 'sent' }
      } catch (error) {
        const reason = permanentRejection(error)
        if (reason !== undefined) return { status: 'rejected', reason }
        throw error
      }
    },
    close() {
      urgent.close()
      others.close()
    },
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
