import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { catchMail } from '../../../test/catch-mail.ts'
import { mailerSuite } from '../mailer.suite.ts'
import { createMailFolder } from './mail-folder.ts'
import { createSmtpMailer } from './smtp.ts'

const from = 'Terrace <post@terrace.example>'
const letter = {
  id: 'one',
  to: { name: 'Jo', address: 'jo@example.test' },
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
}

mailerSuite('the mail folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'terrace-letters-'))
  return {
    mailer: createMailFolder({ folder, from }),
    arrived: async () => Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name)))),
    close: () => rm(folder, { recursive: true }),
  }
})

mailerSuite('SMTP', async () => {
  const catcher = await catchMail()
  const mailer = createSmtpMailer({ url: catcher.url, from })
  return {
    mailer,
    arrived: async () => catcher.letters,
    async close() {
      mailer.close()
      await catcher.close()
    },
  }
})

test('a letter that came twice is one file, which only this user can read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'terrace-letters-'))
  const mailer = createMailFolder({ folder: join(folder, 'mail'), from })
  await mailer.send({ ...letter, id: '../one' })
  await mailer.send({ ...letter, id: '../one' })
  expect(await readdir(join(folder, 'mail'))).toEqual(['___one.eml'])
  expect((await stat(join(folder, 'mail', '___one.eml'))).mode & 0o777).toBe(0o600)
  await rm(folder, { recursive: true })
})

test('a recipient that is refused for good is told apart from a server that is only busy', async () => {
  const catcher = await catchMail()
  const mailer = createSmtpMailer({ url: catcher.url, from })
  catcher.refuseNext('550 no such user')
  expect(await mailer.send(letter)).toEqual({ status: 'refused', reason: '550' })
  catcher.refuseNext('451 try again later')
  await expect(mailer.send(letter)).rejects.toThrow()
  expect(await mailer.send(letter)).toEqual({ status: 'sent' })
  mailer.close()
  await catcher.close()
})

test('a mail server that is not there is something to try again', async () => {
  const mailer = createSmtpMailer({ url: 'smtp://127.0.0.1:1', from })
  await expect(mailer.send(letter)).rejects.toThrow()
  mailer.close()
})
