import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { EmailMessage, Mailer } from '../mailer.port.ts'
import { toSmtpMessage } from '../smtp-message.ts'

/** Mailer that writes each email to `{folder}/{id}.eml` (mode 0600) instead of sending it. */
export function createMailFolder({ folder, from }: { folder: string; from: string }): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(email: EmailMessage) {
      const { message } = await transport.sendMail(toSmtpMessage(email, from))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = join(folder, `${email.id.replaceAll(/[^\w-]/g, '_')}.eml`)
      // Rename after writing, so a reader never sees half a file.
      await writeFile(`${file}.part`, message, { mode: 0o600 })
      await rename(`${file}.part`, file)
      return { status: 'sent' }
    },
    close: () => transport.close(),
  }
}
