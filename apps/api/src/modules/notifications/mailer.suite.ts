import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import PostalMime, { type Email } from 'postal-mime'
import type { Letter, Mailer } from './mailer.port.ts'

export interface MailerUnderTest {
  mailer: Mailer
  /** The letters that have left, as they would arrive. */
  arrived(): Promise<Uint8Array[]>
  close(): Promise<void>
}

const letter = (id: string, more: Partial<Letter> = {}): Letter => ({
  id,
  to: { name: 'Jo Marsh', address: 'jo@example.test' },
  subject: 'Ticket für São Paulo 🎫',
  text: 'Hello Jo,\n\nhttps://desk.example/reset-password/abc\n',
  html: '<p>Hello Jo, <a href="https://desk.example/reset-password/abc">go on</a></p>',
  ...more,
})

/** What every mailer does, whatever stands behind it. */
export function mailerSuite(name: string, open: () => Promise<MailerUnderTest>): void {
  describe(name, () => {
    let it: MailerUnderTest
    beforeAll(async () => {
      it = await open()
    })
    afterAll(() => it.close())

    async function arrivedAs(id: string): Promise<Email[]> {
      const letters = await Promise.all((await it.arrived()).map((raw) => PostalMime.parse(raw)))
      return letters.filter(({ messageId }) => messageId === `<${id}@terrace.example>`)
    }

    test('a letter arrives whole: sender, recipient, subject and both bodies', async () => {
      expect(await it.mailer.send(letter('one'))).toEqual({ status: 'sent' })
      const [arrived] = await arrivedAs('one')
      expect(arrived).toMatchObject({
        from: { name: 'Terrace', address: 'post@terrace.example' },
        to: [{ name: 'Jo Marsh', address: 'jo@example.test' }],
        subject: 'Ticket für São Paulo 🎫',
      })
      expect(arrived?.text).toContain('https://desk.example/reset-password/abc')
      expect(arrived?.html).toContain('<a href="https://desk.example/reset-password/abc">')
    })

    test('a letter of somebody else comes in their name, from our address', async () => {
      await it.mailer.send(letter('theirs', { fromName: 'Harbour, Seats & Söhne' }))
      const [arrived] = await arrivedAs('theirs')
      expect(arrived?.from).toMatchObject({ name: 'Harbour, Seats & Söhne', address: 'post@terrace.example' })
    })

    test('a letter that is sent twice is known by its Message-ID', async () => {
      await it.mailer.send(letter('two'))
      await it.mailer.send(letter('two'))
      expect((await arrivedAs('two')).length).toBeGreaterThan(0)
    })

    test('no name and no subject adds a header or a recipient', async () => {
      const evil = 'x\r\nBcc: everybody@evil.example\r\n\r\nhello'
      const to = { name: evil, address: 'jo@example.test' }
      await it.mailer.send(letter('three', { to, subject: evil, fromName: evil }))
      const [arrived] = await arrivedAs('three')
      expect(arrived?.bcc).toBeUndefined()
      expect(arrived?.to?.map((to) => to.address)).toEqual(['jo@example.test'])
      expect(arrived?.headers.map(({ key }) => key)).not.toContain('bcc')
    })

    test('a letter never brings a file or a page of ours along', async () => {
      await it.mailer.send(letter('four', { html: '<img src="file:///etc/passwd">' }))
      const [arrived] = await arrivedAs('four')
      expect(arrived?.attachments).toEqual([])
      expect(arrived?.html).not.toContain('root:')
    })
  })
}
