import { ordersRoutes } from '@terrace/contracts/orders'
import { ticketsRoutes } from '@terrace/contracts/tickets'
import type { SellerPermission } from '@terrace/domain/sellers/seller-permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSecurityEvents } from '#api/audit/audit.repo.ts'
import { buyOrder } from '#api/test/fixtures/bought-order.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { passFile, pdfFile } from '#api/test/fixtures/ticket-files.ts'
import { cancelLines } from '../refunds/cancel-lines.ts'
import { deliverTickets } from './deliver-tickets.ts'
import { purgeExpiredDownloadLinks } from './tickets.repo.ts'

let market: Marketplace
let seller: Caller
beforeAll(async () => {
  market = await buildMarketplace({ config: { maxHeldTicketsPerTeam: 1000 } })
  seller = await market.addBuyer({ teamId: market.sellerTeamId, role: 'seller' })
})
afterAll(() => market.close())

async function deliveredLink() {
  const { buyer, order, line } = await buyOrder(market)
  await deliverTickets(market.deps, {
    lineId: line.id,
    delivery: { kind: 'mobile_link', url: 'https://tickets.example/t/secret' },
    actor: 'operator:anna',
  })
  const readOrder = () => buyer.call(ordersRoutes.one, { params: { order_id: order.id } })
  const ticketId = (await readOrder()).data.data.lines[0]?.tickets[0]?.id ?? ''
  return { buyer, line, ticketId, readOrder }
}

const openLink = (caller: Caller, ticketId: string) =>
  caller.call(ticketsRoutes.openLink, { params: { ticket_id: ticketId } })

async function delivered(bytes: Buffer = pdfFile(), name = 'seat.pdf') {
  const { buyer, order, line } = await buyOrder(market)
  await deliverTickets(market.deps, {
    lineId: line.id,
    delivery: { kind: 'files', files: [{ name, bytes }] },
    actor: 'operator:anna',
  })
  const ticket = async () => {
    const { data } = await buyer.call(ordersRoutes.one, { params: { order_id: order.id } })
    const [first] = data.data.lines[0]?.tickets ?? []
    if (!first) throw new Error('nothing was delivered')
    return first
  }
  return { buyer, line, ticket, ticketId: (await ticket()).id }
}

const fetchBy = (caller: Caller, ticketId: string) =>
  caller.call(ticketsRoutes.file, { params: { ticket_id: ticketId } })

test('[X-ORDER-09] the buyer gets the file as delivered; the download is counted and audited', async () => {
  const bytes = pdfFile('seat 7')
  const { buyer, line, ticket, ticketId } = await delivered(bytes)
  const member = await market.addBuyer({ teamId: buyer.teamId, teamRole: 'member' })
  const { data } = await fetchBy(member, ticketId)
  expect(data.data).toEqual({
    filename: 'seat.pdf',
    content_type: 'application/pdf',
    base64: bytes.toString('base64'),
  })
  await fetchBy(buyer, ticketId)
  expect(await ticket()).toMatchObject({ downloads: 2, downloaded_at: expect.any(String) })
  const records = await readSecurityEvents(market.db, { kind: 'ticket.fetched', limit: 100 })
  expect(records.filter(({ details }) => details['ticket_id'] === ticketId)).toMatchObject([
    { teamId: buyer.teamId, details: { line_id: line.id, via: 'page' } },
    { teamId: buyer.teamId, details: { line_id: line.id, via: 'page' } },
  ])
})

test('[X-ORDER-08] a wallet pass is served byte for byte with its content type, in the page and by link', async () => {
  const bytes = passFile()
  const { buyer, ticket, ticketId } = await delivered(bytes, 'seat.pkpass')
  const contentType = 'application/vnd.apple.pkpass'
  expect(await ticket()).toMatchObject({ name: 'seat.pkpass', content_type: contentType, size: bytes.length })
  expect((await fetchBy(buyer, ticketId)).data.data).toEqual({
    filename: 'seat.pkpass',
    content_type: contentType,
    base64: bytes.toString('base64'),
  })
  const { data } = await buyer.call(ticketsRoutes.downloadLink, { params: { ticket_id: ticketId } })
  const response = await market.app.inject(`/api${data.data.path}`)
  expect([response.headers['content-type'], response.rawPayload.equals(bytes)]).toEqual([contentType, true])
  expect(await ticket()).toMatchObject({ downloads: 2 })
})

test('[X-ORDER-09] the seller can fetch the file; it is audited, but not counted as a download', async () => {
  const { ticket, ticketId } = await delivered()
  expect((await fetchBy(seller, ticketId)).ok).toBe(true)
  expect((await ticket()).downloads).toBe(0)
  const [record] = (await readSecurityEvents(market.db, { kind: 'ticket.fetched', limit: 1 })).toReversed()
  expect(record).toMatchObject({ teamId: market.sellerTeamId, details: { ticket_id: ticketId } })
})

test('[X-ORDER-09] anyone else gets 404 for the ticket, including other sellers and the operator', async () => {
  const { ticketId } = await delivered()
  const others = [
    await market.addBuyer(),
    await market.addBuyer({ role: 'seller' }),
    await market.addBuyer({ role: 'operator' }),
  ]
  for (const other of others) {
    const missing = await fetchBy(other, 'tkt_never')
    const response = await fetchBy(other, ticketId)
    expect(response.status).toBe(404)
    expect(response.error.code).toBe(missing.error.code)
    expect((await other.call(ticketsRoutes.downloadLink, { params: { ticket_id: ticketId } })).status).toBe(
      404,
    )
  }
  expect((await fetchBy(market.visitor, ticketId)).status).toBe(401)
})

test('[X-ORDER-09] a link serves the file as a sandboxed attachment for one minute', async () => {
  const bytes = passFile()
  const { buyer, ticket, ticketId } = await delivered(bytes, 'Jo’s "pass".pkpass')
  const { data } = await buyer.call(ticketsRoutes.downloadLink, { params: { ticket_id: ticketId } })
  const lasts = new Date(data.data.expires_at).getTime() - Date.now()
  expect(lasts).toBeGreaterThan(50_000)
  expect(lasts).toBeLessThanOrEqual(60_000)
  // The link needs no session, because wallet apps have none.
  const response = await market.app.inject(`/api${data.data.path}`)
  expect(response.statusCode).toBe(200)
  expect(response.rawPayload.equals(bytes)).toBe(true)
  expect(response.headers).toMatchObject({
    'content-type': 'application/vnd.apple.pkpass',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  })
  expect(response.headers['content-disposition']).toBe(
    `attachment; filename="Jo_s _pass_.pkpass"; filename*=UTF-8''Jo%E2%80%99s%20_pass_.pkpass`,
  )
  expect((await ticket()).downloads).toBe(1)

  await sql`update ticket_download_links set expires_at = clock_timestamp()`.execute(market.db)
  const late = await market.app.inject(`/api${data.data.path}`)
  expect(late.statusCode).toBe(410)
  expect((await market.app.inject('/api/ticket-files/never')).statusCode).toBe(410)
  expect(await purgeExpiredDownloadLinks(market.db)).toBeGreaterThan(0)
  expect(await market.db.selectFrom('ticket_download_links').selectAll().execute()).toEqual([])
})

test('a download link stops working when its user is suspended', async () => {
  const { buyer, ticketId } = await delivered()
  const { data } = await buyer.call(ticketsRoutes.downloadLink, { params: { ticket_id: ticketId } })
  await market.db
    .updateTable('accounts')
    .set({ status: 'suspended' })
    .where('id', '=', buyer.accountId)
    .execute()
  expect((await market.app.inject(`/api${data.data.path}`)).statusCode).toBe(410)
})

test('[X-ORDER-09] the file of a cancelled line cannot be downloaded by the buyer or the seller', async () => {
  const { buyer, line, ticketId } = await delivered()
  const { data } = await buyer.call(ticketsRoutes.downloadLink, { params: { ticket_id: ticketId } })
  await cancelLines(market.deps, {
    target: { lineId: line.id },
    actor: 'operator:anna',
    reason: 'The ticket does not scan',
    relist: false,
    includesDelivered: true,
  })
  for (const caller of [buyer, seller]) {
    const response = await fetchBy(caller, ticketId)
    expect([response.status, response.error.code]).toEqual([404, 'ticket.not_found'])
    expect((await caller.call(ticketsRoutes.downloadLink, { params: { ticket_id: ticketId } })).status).toBe(
      404,
    )
  }
  expect((await market.app.inject(`/api${data.data.path}`)).statusCode).toBe(404)
})

test('a link ticket has no file, and a file missing in the store is unavailable', async () => {
  const { buyer, ticketId } = await deliveredLink()
  expect((await fetchBy(buyer, ticketId)).error.code).toBe('ticket.no_file')

  const lost = await delivered()
  const { storage_key } = await market.db
    .selectFrom('tickets')
    .select('storage_key')
    .where('id', '=', lost.ticketId)
    .executeTakeFirstOrThrow()
  await market.deps.files.remove(storage_key ?? '')
  const response = await fetchBy(lost.buyer, lost.ticketId)
  expect([response.status, response.error.code]).toEqual([503, 'ticket.file_unavailable'])
  expect((await lost.ticket()).downloads).toBe(0)
})

test('the link of a mobile ticket is not part of the order; opening it is counted and audited', async () => {
  const { buyer, line, ticketId, readOrder } = await deliveredLink()
  const response = await readOrder()
  expect(JSON.stringify(response.data)).not.toContain('secret')
  expect(response.data.data.lines[0]?.tickets).toMatchObject([{ site: 'tickets.example', downloads: 0 }])
  expect((await openLink(buyer, ticketId)).data.data).toEqual({ url: 'https://tickets.example/t/secret' })
  expect((await openLink(seller, ticketId)).ok).toBe(true)
  expect((await readOrder()).data.data.lines[0]?.tickets).toMatchObject([{ downloads: 1 }])
  const records = await readSecurityEvents(market.db, { kind: 'ticket.fetched', limit: 100 })
  expect(records.filter(({ details }) => details['ticket_id'] === ticketId)).toMatchObject([
    { teamId: buyer.teamId, details: { line_id: line.id, via: 'page' } },
    { teamId: market.sellerTeamId, details: { line_id: line.id, via: 'page' } },
  ])
})

test('in the selling team, only members with the permission to open sold tickets can open them', async () => {
  const [file, link] = [await delivered(), await deliveredLink()]
  const member = (permissions: SellerPermission[]) =>
    market.addBuyer({ teamId: market.sellerTeamId, role: 'seller', teamRole: 'member', permissions })
  const statusesOf = async (caller: Caller) => [
    (await fetchBy(caller, file.ticketId)).status,
    (await caller.call(ticketsRoutes.downloadLink, { params: { ticket_id: file.ticketId } })).status,
    (await openLink(caller, link.ticketId)).status,
  ]
  expect(await statusesOf(await member(['view', 'deliver']))).toEqual([200, 200, 200])
  const other = await member(['view', 'list', 'price', 'money'])
  expect(await statusesOf(other)).toEqual([403, 403, 403])
  expect((await fetchBy(other, file.ticketId)).error.errors['permission']).toBe('deliver')
})

test('only the buying and the selling team can open a mobile link, after reauthentication once per session', async () => {
  const { buyer, ticketId } = await deliveredLink()
  expect((await openLink(await market.addBuyer(), ticketId)).error.code).toBe('ticket.not_found')
  const file = await delivered()
  expect((await openLink(file.buyer, file.ticketId)).error.code).toBe('ticket.no_mobile_link')
  await market.db
    .updateTable('sessions')
    .set({ password_proven_at: new Date(Date.now() - 11 * 60_000) })
    .where('account_id', '=', buyer.accountId)
    .execute()
  expect((await openLink(buyer, ticketId)).error.code).toBe('session.factor_required')
})

test('a device needs reauthentication for its first ticket download and none for later ones', async () => {
  const { buyer, ticket, ticketId } = await delivered()
  const setProvenAt = (minutesAgo: number) =>
    market.db
      .updateTable('sessions')
      .set({ password_proven_at: new Date(Date.now() - minutesAgo * 60_000) })
      .where('account_id', '=', buyer.accountId)
      .execute()
  await setProvenAt(11)
  const rejected = await fetchBy(buyer, ticketId)
  expect([rejected.status, rejected.error.code]).toEqual([403, 'session.factor_required'])
  const link = await buyer.call(ticketsRoutes.downloadLink, { params: { ticket_id: ticketId } })
  expect(link.error.code).toBe('session.factor_required')
  expect((await ticket()).downloads).toBe(0)
  await setProvenAt(1)
  expect((await fetchBy(buyer, ticketId)).ok).toBe(true)
  await setProvenAt(60 * 24)
  expect((await fetchBy(buyer, ticketId)).ok).toBe(true)
})
