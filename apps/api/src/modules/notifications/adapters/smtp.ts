import { createTransport } from 'nodemailer'
import type { Letter, Mailer, MailOutcome } from '../mailer.port.ts'
import { messageOf } from '../message.ts'

/** Sends by the SMTP server of `url` (`smtp://user:password@host:port`, `smtps://…`), over a few kept connections. */
export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  })
  return {
    async send(letter: Letter): Promise<MailOutcome> {
      try {
        await transport.sendMail(messageOf(letter, from))
        return { status: 'sent' }
      } catch (error) {
        const reason = permanentRefusal(error)
        if (reason !== undefined) return { status: 'refused', reason }
        throw error
      }
    },
    close: () => transport.close(),
  }
}

/** The server's own words where it refused this one letter for good; a refused login is the configuration's fault. */
function permanentRefusal(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('responseCode' in error) || !('command' in error)) return undefined
  const { responseCode: code, command } = error
  const isAboutLetter = ['RCPT TO', 'DATA'].includes(String(command))
  return isAboutLetter && typeof code === 'number' && code >= 500 && code < 600 ? String(code) : undefined
}
