import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Letter, Mailer } from '../mailer.port.ts'
import { messageOf } from '../message.ts'

/** Keeps every letter as `{folder}/{id}.eml`, readable by this user alone, in place of sending it. */
export function createMailFolder({ folder, from }: { folder: string; from: string }): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(letter: Letter) {
      const { message } = await transport.sendMail(messageOf(letter, from))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = join(folder, `${letter.id.replaceAll(/[^\w-]/g, '_')}.eml`)
      // Under another name until it is whole.
      await writeFile(`${file}.part`, message, { mode: 0o600 })
      await rename(`${file}.part`, file)
      return { status: 'sent' }
    },
    close: () => transport.close(),
  }
}
