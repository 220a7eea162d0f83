import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { ordersRoutes } from '@terrace/contracts/orders'
import { ticketsRoutes } from '@terrace/contracts/tickets'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSecurityEvents } from '../audit/audit.repo.ts'
import { choresWith } from '../jobs/housekeeping.ts'
import { deliverTickets } from '../modules/orders/index.ts'
import { buyerTerms } from '../modules/signing/in-app/legal-text.ts'
import { testSignup } from '../modules/signing/test-signup.ts'
import { buyOrder } from '../test/bought-order.ts'
import { buildMarket, type Market } from '../test/build-market.ts'
import type { Death } from '../test/die-while-delivering.ts'
import { pdfFile } from '../test/ticket-files.ts'
import type { FileStoreUnderTest } from './file-store.suite.ts'
import { keepFile } from './keep-file.ts'
import { tryFiles } from './try-files.ts'

const script = fileURLToPath(new URL('../test/die-while-delivering.ts', import.meta.url))

/** What people notice of the files of their tickets and documents, wherever these are kept. */
export function filesInUseSuite(name: string, open: () => Promise<FileStoreUnderTest>): void {
  describe(`files in use ${name}`, () => {
    let it: FileStoreUnderTest
    let market: Market
    beforeAll(async () => {
      it = await open()
      market = await buildMarket({ config: { holdCap: 1000, ...it.config } })
    })
    afterAll(async () => {
      await market.close()
      await it.close()
    })

    const deliver = (lineId: string, bytes = pdfFile()) =>
      deliverTickets(market.deps, {
        lineId,
        delivery: { kind: 'files', files: [{ name: 'seat.pdf', bytes }] },
        actor: 'operator:anna',
      })
    async function dieDelivering({ lineId, after }: Pick<Death, 'lineId' | 'after'>): Promise<void> {
      const { databaseUrl, dataFolder, files } = market.deps.config
      const death: Death = { databaseUrl, config: { dataFolder, files }, lineId, after }
      const child = spawn(process.execPath, [script, JSON.stringify(death)], {
        env: {},
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const exit = once(child, 'exit')
      const said = await Promise.race([once(child.stdout, 'data'), exit])
      expect(String(said[0])).toBe(`${after}\n`)
      child.kill('SIGKILL')
      await exit
    }
    async function bought() {
      const { buyer, order, line } = await buyOrder(market)
      const read = async () => {
        const { data, text } = await buyer.call(ordersRoutes.one, { params: { order_id: order.id } })
        const [now] = data.data.lines
        if (!now) throw new Error('the order has no line')
        return { ...now, text }
      }
      return { buyer, line, read }
    }
    async function delivered(bytes = pdfFile()) {
      const { buyer, line, read } = await bought()
      await deliver(line.id, bytes)
      const { text, tickets } = await read()
      const ticketId = tickets[0]?.id ?? ''
      const fetch = () => buyer.call(ticketsRoutes.file, { params: { ticket_id: ticketId } })
      const downloads = async () => (await read()).tickets[0]?.downloads
      return { buyer, text, ticketId, fetch, downloads }
    }
    const keyOfTicket = async (ticketId: string) => {
      const { stored_as } = await market.db
        .selectFrom('tickets')
        .select('stored_as')
        .where('id', '=', ticketId)
        .executeTakeFirstOrThrow()
      return stored_as ?? ''
    }
    const aDayPasses = () =>
      sql`update unclaimed_files set noted_at = noted_at - interval '25 hours'`.execute(market.db)
    const sweep = async () =>
      choresWith(market.deps.files)
        .find((chore) => chore.name === 'sweep-files')
        ?.run(market.db)
    const nothingIsLeft = async () => {
      await aDayPasses()
      await sweep()
    }
    const failing = async (during: () => Promise<void>) => {
      await it.fail()
      try {
        await during()
      } finally {
        await it.mend()
      }
    }

    test('[X-ORDER-08] [X-ORDER-09] a ticket goes through our own server: counted, on record, in a sandbox, from no address of the store', async () => {
      const bytes = pdfFile('seat 12')
      const { buyer, text, ticketId, fetch, downloads } = await delivered(bytes)
      const storedAs = await keyOfTicket(ticketId)
      expect(await it.keys()).toContain(`files/${storedAs}`)
      expect(text).not.toContain(storedAs)
      expect((await fetch()).data.data.base64).toBe(bytes.toString('base64'))

      const { data } = await buyer.call(ticketsRoutes.address, { params: { ticket_id: ticketId } })
      const answer = await market.app.inject(`/api${data.data.path}`)
      expect(answer.statusCode).toBe(200)
      expect(answer.rawPayload.equals(bytes)).toBe(true)
      expect(answer.headers).toMatchObject({
        'content-disposition': expect.stringMatching(/^attachment; /),
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, no-store',
      })
      expect(await downloads()).toBe(2)
      const records = await readSecurityEvents(market.db, { kind: 'ticket.fetched', limit: 100 })
      expect(records.filter(({ facts }) => facts['ticket_id'] === ticketId)).toMatchObject([
        { facts: { by: 'page' } },
        { facts: { by: 'address' } },
      ])
    })

    test('[X-ORDER-09] while the store is away a ticket is said to be unavailable, which is no download', async () => {
      const { fetch, downloads } = await delivered()
      await failing(async () => {
        const answer = await fetch()
        expect([answer.status, answer.error.code]).toEqual([503, 'ticket.file_unavailable'])
      })
      expect(await downloads()).toBe(0)
      expect((await fetch()).ok).toBe(true)
    })

    test('[X-ORDER-09] a file that the store has lost is said to be unavailable, which is no download', async () => {
      const { ticketId, fetch, downloads } = await delivered()
      await market.deps.files.remove(await keyOfTicket(ticketId))
      const answer = await fetch()
      expect([answer.status, answer.error.code]).toEqual([503, 'ticket.file_unavailable'])
      expect(await downloads()).toBe(0)
    })

    test('[X-ORDER-08] nothing is delivered while the store is away, and once it is back all goes on', async () => {
      const { line, read } = await bought()
      await failing(() => expect(deliver(line.id)).rejects.toMatchObject({ code: 'files.unavailable' }))
      expect(await read()).toMatchObject({ status: 'Confirmed', tickets: [] })
      await deliver(line.id)
      expect(await read()).toMatchObject({ status: 'Fullfilled', tickets: [{ downloads: 0 }] })
    })

    test.each([
      ['noted', 0],
      ['written', 1],
    ] as const)(
      '[X-ORDER-08] a process killed once the file is %s leaves nothing to meet, and what it leaves is swept a day later',
      async (after, left) => {
        const kept = await delivered()
        const { line, read } = await bought()
        await nothingIsLeft()
        const before = await it.keys()
        await dieDelivering({ lineId: line.id, after })
        expect(await it.keys()).toHaveLength(before.length + left)
        expect(await read()).toMatchObject({ status: 'Confirmed', tickets: [] })
        expect(await sweep()).toBe(0)

        await aDayPasses()
        // Nothing is forgotten because the store did not answer.
        await failing(() => expect(sweep()).rejects.toThrow('files.unavailable'))
        expect(await sweep()).toBe(1)
        expect(await it.keys()).toEqual(before)
        expect((await kept.fetch()).ok).toBe(true)
        await deliver(line.id)
        expect((await read()).status).toBe('Fullfilled')
        expect(await sweep()).toBe(0)
      },
    )

    test('whoever comes back after a day finds the file taken, and nothing is delivered that has no file', async () => {
      const { line, read } = await bought()
      const slow = {
        ...market.deps.files,
        put: async (...file: Parameters<typeof market.deps.files.put>) => {
          await market.deps.files.put(...file)
          await nothingIsLeft()
        },
      }
      await expect(
        deliverTickets(
          { ...market.deps, files: slow },
          {
            lineId: line.id,
            delivery: { kind: 'files', files: [{ name: 'a.pdf', bytes: pdfFile() }] },
            actor: 'x',
          },
        ),
      ).rejects.toMatchObject({ code: 'files.unavailable' })
      expect(await read()).toMatchObject({ status: 'Confirmed', tickets: [] })
    })

    test('a file is noted before it is written: of one that a crash cut off the sweep knows too', async () => {
      await nothingIsLeft()
      const before = await it.keys()
      await failing(() =>
        expect(
          keepFile(market.deps, {
            name: 'tickets/cut-off',
            bytes: pdfFile(),
            contentType: 'application/pdf',
          }),
        ).rejects.toThrow('files.unavailable'),
      )
      await aDayPasses()
      expect(await sweep()).toBe(1)
      expect(await it.keys()).toEqual(before)
    })

    test('the store is tried at the start, which leaves nothing behind, and where it fails that is told', async () => {
      await nothingIsLeft()
      const before = await it.keys()
      await tryFiles(market.deps)
      await failing(() => expect(tryFiles(market.deps)).rejects.toThrow('files.unavailable'))
      await nothingIsLeft()
      expect(await it.keys()).toEqual(before)
    })

    test('[SIGN-10] signed terms are kept in the store before they count, and are the signer’s to fetch', async () => {
      const signup = testSignup(market)
      const { frame_url } = await signup.start()
      const sign = () =>
        signup.post('/signing/frame/sign', {
          id: new URL(frame_url, 'http://localhost').searchParams.get('id'),
          terms_version: buyerTerms('Terrace').version,
          consent: true,
          signature: { kind: 'typed', text: 'Ann Buyer' },
        })
      await failing(async () => {
        const answer = await sign()
        expect([answer.statusCode, answer.json().code]).toEqual([503, 'files.unavailable'])
      })
      expect(await signup.status()).toMatchObject({ envelope_id: null })

      const { envelope_id: envelopeId, copy_url: copyUrl } = (await sign()).json().data
      expect(await it.keys()).toContain(`signed-documents/${envelopeId}.pdf`)
      await nothingIsLeft()
      const copy = await signup.get(copyUrl)
      expect(copy.statusCode).toBe(200)
      expect(copy.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
      expect(copy.headers).toMatchObject({
        'content-disposition': 'attachment; filename="buyer-terms-signed.pdf"',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      await market.deps.files.remove(`signed-documents/${envelopeId}.pdf`)
      const lost = await signup.get(copyUrl)
      expect([lost.statusCode, lost.json().code]).toEqual([503, 'signing.document_unavailable'])
      expect((await testSignup(market).get(copyUrl)).statusCode).toBe(404)
    })
  })
}
