import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { catchMail } from '#api/test/fakes/catch-mail.ts'
import { mailerSuite } from '../mailer.suite.ts'
import { createMailFolder } from './mail-folder.ts'
import { createSmtpMailer } from './smtp.ts'

const from = 'Terrace <post@terrace.example>'
const message = {
  id: 'one',
  to: { name: 'Jo', address: 'jo@example.test' },
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
}

mailerSuite('the mail folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'terrace-emails-'))
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
    arrived: async () => catcher.emails,
    async close() {
      mailer.close()
      await catcher.close()
    },
  }
})

test('a repeated email is one file, readable only by this user', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'terrace-emails-'))
  const mailer = createMailFolder({ folder: join(folder, 'mail'), from })
  await mailer.send({ ...message, id: '../one' })
  await mailer.send({ ...message, id: '../one' })
  expect(await readdir(join(folder, 'mail'))).toEqual(['___one.eml'])
  expect((await stat(join(folder, 'mail', '___one.eml'))).mode & 0o777).toBe(0o600)
  await rm(folder, { recursive: true })
})

test('a permanently rejected recipient differs from a busy server', async () => {
  const catcher = await catchMail()
  const mailer = createSmtpMailer({ url: catcher.url, from })
  catcher.rejectNext('550 no such user')
  expect(await mailer.send(message)).toEqual({ status: 'rejected', reason: '550' })
  catcher.rejectNext('451 try again later')
  await expect(mailer.send(message)).rejects.toThrow()
  expect(await mailer.send(message)).toEqual({ status: 'sent' })
  mailer.close()
  await catcher.close()
})

test('an urgent email is sent while the server leaves all others without a response', async () => {
  const catcher = await catchMail()
  const mailer = createSmtpMailer({ url: catcher.url, from })
  catcher.silence(5)
  let ended = 0
  const others = Array.from({ length: 5 }, async (_, number) => {
    try {
      return await mailer.send({ ...message, id: `other-${number}` })
    } catch (error) {
      return error
    } finally {
      ended += 1
    }
  })
  await expect.poll(() => catcher.silent()).toBe(5)
  expect(await mailer.send({ ...message, id: 'urgent', isUrgent: true })).toEqual({ status: 'sent' })
  expect(ended).toBe(0)
  await catcher.close()
  mailer.close()
  await Promise.all(others)
})

test('an unreachable mail server is a retryable error', async () => {
  const mailer = createSmtpMailer({ url: 'smtp://127.0.0.1:1', from })
  await expect(mailer.send(message)).rejects.toThrow()
  mailer.close()
})
