import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { ordersRoutes } from '@terrace/contracts/orders'
import { ticketsRoutes } from '@terrace/contracts/tickets'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSecurityEvents } from '#api/audit/audit.repo.ts'
import { allScheduledJobs } from '#api/jobs/scheduled-jobs.ts'
import { deliverTickets } from '#api/modules/orders/index.ts'
import { buyerTerms } from '#api/modules/signing/in-app/legal-text.ts'
import { testSignup } from '#api/test/fixtures/signup-fixture.ts'
import { buyOrder } from '#api/test/fixtures/bought-order.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import type { InjectedCrash } from '#api/test/harness/crash-while-delivering.ts'
import { pdfFile } from '#api/test/fixtures/ticket-files.ts'
import type { FileStoreUnderTest } from './file-store.suite.ts'
import { storeFile } from './store-file.ts'
import { checkFileStore } from './check-file-store.ts'

const script = fileURLToPath(new URL('../test/harness/crash-while-delivering.ts', import.meta.url))

/** Tests of ticket files and signed documents against each file store. */
export function filesInUseSuite(name: string, open: () => Promise<FileStoreUnderTest>): void {
  describe(`files in use ${name}`, () => {
    let it: FileStoreUnderTest
    let market: Marketplace
    beforeAll(async () => {
      it = await open()
      market = await buildMarketplace({ config: { maxHeldTicketsPerTeam: 1000, ...it.config } })
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
    async function crashWhileDelivering({
      lineId,
      after,
    }: Pick<InjectedCrash, 'lineId' | 'after'>): Promise<void> {
      const { databaseUrl, dataFolder, files } = market.deps.config
      const crash: InjectedCrash = { databaseUrl, config: { dataFolder, files }, lineId, after }
      const child = spawn(process.execPath, [script, JSON.stringify(crash)], {
        env: {},
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const exit = once(child, 'exit')
      const firstOutput = await Promise.race([once(child.stdout, 'data'), exit])
      expect(String(firstOutput[0])).toBe(`${after}\n`)
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
    const storageKeyOfTicket = async (ticketId: string) => {
      const { storage_key } = await market.db
        .selectFrom('tickets')
        .select('storage_key')
        .where('id', '=', ticketId)
        .executeTakeFirstOrThrow()
      return storage_key ?? ''
    }
    const expireGracePeriod = () =>
      sql`update unclaimed_files set recorded_at = recorded_at - interval '25 hours'`.execute(market.db)
    const sweep = async () =>
      allScheduledJobs(market.deps)
        .find((job) => job.name === 'sweep-files')
        ?.run(market.db)
    const sweepAll = async () => {
      await expireGracePeriod()
      await sweep()
    }
    const whileUnavailable = async (action: () => Promise<void>) => {
      await it.fail()
      try {
        await action()
      } finally {
        await it.repair()
      }
    }

    test('[X-ORDER-08] [X-ORDER-09] tickets download through our server: counted, recorded and sandboxed', async () => {
      const bytes = pdfFile('seat 12')
      const { buyer, text, ticketId, fetch, downloads } = await delivered(bytes)
      const storageKey = await storageKeyOfTicket(ticketId)
      expect(await it.keys()).toContain(`files/${storageKey}`)
      expect(text).not.toContain(storageKey)
      expect((await fetch()).data.data.base64).toBe(bytes.toString('base64'))

      const { data } = await buyer.call(ticketsRoutes.downloadLink, { params: { ticket_id: ticketId } })
      const response = await market.app.inject(`/api${data.data.path}`)
      expect(response.statusCode).toBe(200)
      expect(response.rawPayload.equals(bytes)).toBe(true)
      expect(response.headers).toMatchObject({
        'content-disposition': expect.stringMatching(/^attachment; /),
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, no-store',
      })
      expect(await downloads()).toBe(2)
      const records = await readSecurityEvents(market.db, { kind: 'ticket.fetched', limit: 100 })
      expect(records.filter(({ details }) => details['ticket_id'] === ticketId)).toMatchObject([
        { details: { via: 'page' } },
        { details: { via: 'link' } },
      ])
    })

    test('[X-ORDER-09] while the store is down a ticket is unavailable and no download is counted', async () => {
      const { fetch, downloads } = await delivered()
      await whileUnavailable(async () => {
        const response = await fetch()
        expect([response.status, response.error.code]).toEqual([503, 'ticket.file_unavailable'])
      })
      expect(await downloads()).toBe(0)
      expect((await fetch()).ok).toBe(true)
    })

    test('[X-ORDER-09] a file missing from the store is unavailable and no download is counted', async () => {
      const { ticketId, fetch, downloads } = await delivered()
      await market.deps.files.remove(await storageKeyOfTicket(ticketId))
      const response = await fetch()
      expect([response.status, response.error.code]).toEqual([503, 'ticket.file_unavailable'])
      expect(await downloads()).toBe(0)
    })

    test('[X-ORDER-08] delivery fails while the store is down and works once it is back', async () => {
      const { line, read } = await bought()
      await whileUnavailable(() =>
        expect(deliver(line.id)).rejects.toMatchObject({ code: 'files.unavailable' }),
      )
      expect(await read()).toMatchObject({ status: 'Confirmed', tickets: [] })
      await deliver(line.id)
      expect(await read()).toMatchObject({ status: 'Fullfilled', tickets: [{ downloads: 0 }] })
    })

    test.each([
      ['recorded', 0],
      ['written', 1],
    ] as const)(
      '[X-ORDER-08] a crash after the file is %s delivers nothing, and the file is swept a day later',
      async (after, left) => {
        const storedFiles = await delivered()
        const { line, read } = await bought()
        await sweepAll()
        const before = await it.keys()
        await crashWhileDelivering({ lineId: line.id, after })
        expect(await it.keys()).toHaveLength(before.length + left)
        expect(await read()).toMatchObject({ status: 'Confirmed', tickets: [] })
        expect(await sweep()).toBe(0)

        await expireGracePeriod()
        // A failing store must not drop its records.
        await whileUnavailable(() => expect(sweep()).rejects.toThrow('files.unavailable'))
        expect(await sweep()).toBe(1)
        expect(await it.keys()).toEqual(before)
        expect((await storedFiles.fetch()).ok).toBe(true)
        await deliver(line.id)
        expect((await read()).status).toBe('Fullfilled')
        expect(await sweep()).toBe(0)
      },
    )

    test('a delivery that commits after a day fails because its file was swept', async () => {
      const { line, read } = await bought()
      const slowStore = {
        ...market.deps.files,
        put: async (...file: Parameters<typeof market.deps.files.put>) => {
          await market.deps.files.put(...file)
          await sweepAll()
        },
      }
      await expect(
        deliverTickets(
          { ...market.deps, files: slowStore },
          {
            lineId: line.id,
            delivery: { kind: 'files', files: [{ name: 'a.pdf', bytes: pdfFile() }] },
            actor: 'x',
          },
        ),
      ).rejects.toMatchObject({ code: 'files.unavailable' })
      expect(await read()).toMatchObject({ status: 'Confirmed', tickets: [] })
    })

    test('the record precedes the file, so the sweep finds files cut off by a crash', async () => {
      await sweepAll()
      const before = await it.keys()
      await whileUnavailable(() =>
        expect(
          storeFile(market.deps, {
            name: 'tickets/cut-off',
            bytes: pdfFile(),
            contentType: 'application/pdf',
          }),
        ).rejects.toThrow('files.unavailable'),
      )
      await expireGracePeriod()
      expect(await sweep()).toBe(1)
      expect(await it.keys()).toEqual(before)
    })

    test('the startup check leaves nothing behind and reports a failing store', async () => {
      await sweepAll()
      const before = await it.keys()
      await checkFileStore(market.deps)
      await whileUnavailable(() => expect(checkFileStore(market.deps)).rejects.toThrow('files.unavailable'))
      await sweepAll()
      expect(await it.keys()).toEqual(before)
    })

    test('[SIGN-10] signed terms are stored before they count, and their signer can download them', async () => {
      const signup = testSignup(market)
      const { frame_url } = await signup.start()
      const sign = () =>
        signup.post('/signing/frame/sign', {
          id: new URL(frame_url, 'http://localhost').searchParams.get('id'),
          terms_version: buyerTerms('Terrace').version,
          consent: true,
          signature: { kind: 'typed', text: 'Ann Buyer' },
        })
      await whileUnavailable(async () => {
        const response = await sign()
        expect([response.statusCode, response.json().code]).toEqual([503, 'files.unavailable'])
      })
      expect(await signup.status()).toMatchObject({ envelope_id: null })

      const { envelope_id: envelopeId, copy_url: copyUrl } = (await sign()).json().data
      expect(await it.keys()).toContain(`signed-documents/${envelopeId}.pdf`)
      await sweepAll()
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
