import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import PostalMime, { type Email } from 'postal-mime'
import type { EmailMessage, Mailer } from './mailer.port.ts'

export interface MailerUnderTest {
  mailer: Mailer
  /** Raw emails as the recipient gets them. */
  arrived(): Promise<Uint8Array[]>
  close(): Promise<void>
}

const message = (id: string, more: Partial<EmailMessage> = {}): EmailMessage => ({
  id,
  to: { name: 'Jo Marsh', address: 'jo@example.test' },
  subject: 'Ticket für São Paulo 🎫',
  text: 'Hello Jo,\n\nhttps://desk.example/reset-password/abc\n',
  html: '<p>Hello Jo, <a href="https://desk.example/reset-password/abc">go on</a></p>',
  ...more,
})

/** Contract tests that every mailer passes. */
export function mailerSuite(name: string, open: () => Promise<MailerUnderTest>): void {
  describe(name, () => {
    let it: MailerUnderTest
    beforeAll(async () => {
      it = await open()
    })
    afterAll(() => it.close())

    async function arrivedAs(id: string): Promise<Email[]> {
      const emails = await Promise.all((await it.arrived()).map((raw) => PostalMime.parse(raw)))
      return emails.filter(({ messageId }) => messageId === `<${id}@terrace.example>`)
    }

    test('delivers sender, recipient, subject and both bodies intact', async () => {
      expect(await it.mailer.send(message('one'))).toEqual({ status: 'sent' })
      const [arrived] = await arrivedAs('one')
      expect(arrived).toMatchObject({
        from: { name: 'Terrace', address: 'post@terrace.example' },
        to: [{ name: 'Jo Marsh', address: 'jo@example.test' }],
        subject: 'Ticket für São Paulo 🎫',
      })
      expect(arrived?.text).toContain('https://desk.example/reset-password/abc')
      expect(arrived?.html).toContain('<a href="https://desk.example/reset-password/abc">')
    })

    test('delivers attachments intact, under their names', async () => {
      const bytes = Uint8Array.from({ length: 300 }, (_, index) => index % 256)
      const attachments = [
        { filename: 'Rechnung für 東京.pdf', contentType: 'application/pdf', bytes },
        {
          filename: 'order.ics',
          contentType: 'text/calendar; charset=utf-8',
          bytes: Buffer.from('BEGIN:VCALENDAR'),
        },
      ]
      await it.mailer.send(message('attached', { attachments }))
      const [arrived] = await arrivedAs('attached')
      const [pdf, calendar] = arrived?.attachments ?? []
      expect(pdf).toMatchObject({ filename: 'Rechnung für 東京.pdf', mimeType: 'application/pdf' })
      expect(new Uint8Array(pdf?.content as ArrayBuffer)).toEqual(bytes)
      expect(calendar).toMatchObject({ filename: 'order.ics', mimeType: 'text/calendar' })
    })

    test('an email in another sender’s name comes from our address', async () => {
      await it.mailer.send(message('theirs', { fromName: 'Harbour, Seats & Söhne' }))
      const [arrived] = await arrivedAs('theirs')
      expect(arrived?.from).toMatchObject({ name: 'Harbour, Seats & Söhne', address: 'post@terrace.example' })
    })

    test('an email sent twice keeps its Message-ID', async () => {
      await it.mailer.send(message('two'))
      await it.mailer.send(message('two'))
      expect((await arrivedAs('two')).length).toBeGreaterThan(0)
    })

    test('no name and no subject adds a header or a recipient', async () => {
      const evil = 'x\r\nBcc: everybody@evil.example\r\n\r\nhello'
      const to = { name: evil, address: 'jo@example.test' }
      await it.mailer.send(message('three', { to, subject: evil, fromName: evil }))
      const [arrived] = await arrivedAs('three')
      expect(arrived?.bcc).toBeUndefined()
      expect(arrived?.to?.map((to) => to.address)).toEqual(['jo@example.test'])
      expect(arrived?.headers.map(({ key }) => key)).not.toContain('bcc')
    })

    test('an email never attaches a local file or one of our pages', async () => {
      await it.mailer.send(message('four', { html: '<img src="file:///etc/passwd">' }))
      const [arrived] = await arrivedAs('four')
      expect(arrived?.attachments).toEqual([])
      expect(arrived?.html).not.toContain('root:')
    })
  })
}
