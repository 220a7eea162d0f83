import { ordersRoutes } from '@terrace/contracts/orders'
import { ticketsRoutes } from '@terrace/contracts/tickets'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSecurityEvents } from '../../../audit/audit.repo.ts'
import { buyOrder } from '../../../test/bought-order.ts'
import { buildMarket, type Market } from '../../../test/build-market.ts'
import type { Caller } from '../../../test/build-test-app.ts'
import { passFile, pdfFile } from '../../../test/ticket-files.ts'
import { deliverTickets } from './deliver-tickets.ts'
import { forgetOldAddresses } from './tickets.repo.ts'

let market: Market
let seller: Caller
beforeAll(async () => {
  market = await buildMarket({ config: { holdCap: 1000 } })
  seller = await market.addBuyer({ teamId: market.sellerTeamId, role: 'seller' })
})
afterAll(() => market.close())

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

test('[X-ORDER-09] the buying team gets the file as it was delivered, counted and on record', async () => {
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
  expect(records.filter(({ facts }) => facts['ticket_id'] === ticketId)).toMatchObject([
    { teamId: buyer.teamId, facts: { line_id: line.id, by: 'page' } },
    { teamId: buyer.teamId, facts: { line_id: line.id, by: 'page' } },
  ])
})

test('[X-ORDER-08] a wallet pass is handed over as one, byte for byte, by either way', async () => {
  const bytes = passFile()
  const { buyer, ticket, ticketId } = await delivered(bytes, 'seat.pkpass')
  const contentType = 'application/vnd.apple.pkpass'
  expect(await ticket()).toMatchObject({ name: 'seat.pkpass', content_type: contentType, size: bytes.length })
  expect((await fetchBy(buyer, ticketId)).data.data).toEqual({
    filename: 'seat.pkpass',
    content_type: contentType,
    base64: bytes.toString('base64'),
  })
  const { data } = await buyer.call(ticketsRoutes.address, { params: { ticket_id: ticketId } })
  const answer = await market.app.inject(`/api${data.data.path}`)
  expect([answer.headers['content-type'], answer.rawPayload.equals(bytes)]).toEqual([contentType, true])
  expect(await ticket()).toMatchObject({ downloads: 2 })
})

test('[X-ORDER-09] the seller gets it too, which is on record and no download of the buyer', async () => {
  const { ticket, ticketId } = await delivered()
  expect((await fetchBy(seller, ticketId)).ok).toBe(true)
  expect((await ticket()).downloads).toBe(0)
  const [record] = (await readSecurityEvents(market.db, { kind: 'ticket.fetched', limit: 1 })).toReversed()
  expect(record).toMatchObject({ teamId: market.sellerTeamId, facts: { ticket_id: ticketId } })
})

test('[X-ORDER-09] for everybody else there is no such ticket, also for another seller and the operator', async () => {
  const { ticketId } = await delivered()
  const others = [
    await market.addBuyer(),
    await market.addBuyer({ role: 'seller' }),
    await market.addBuyer({ role: 'operator' }),
  ]
  for (const other of others) {
    const never = await fetchBy(other, 'tkt_never')
    const answer = await fetchBy(other, ticketId)
    expect(answer.status).toBe(404)
    expect(answer.error.code).toBe(never.error.code)
    expect((await other.call(ticketsRoutes.address, { params: { ticket_id: ticketId } })).status).toBe(404)
  }
  expect((await fetchBy(market.visitor, ticketId)).status).toBe(401)
})

test('[X-ORDER-09] an address gives the file as an attachment in a sandbox, for a minute', async () => {
  const bytes = passFile()
  const { buyer, ticket, ticketId } = await delivered(bytes, 'Jo’s "pass".pkpass')
  const { data } = await buyer.call(ticketsRoutes.address, { params: { ticket_id: ticketId } })
  const lasts = new Date(data.data.expires_at).getTime() - Date.now()
  expect(lasts).toBeGreaterThan(50_000)
  expect(lasts).toBeLessThanOrEqual(60_000)
  // Whoever has the address needs no session: a wallet has none.
  const answer = await market.app.inject(`/api${data.data.path}`)
  expect(answer.statusCode).toBe(200)
  expect(answer.rawPayload.equals(bytes)).toBe(true)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/vnd.apple.pkpass',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  })
  expect(answer.headers['content-disposition']).toBe(
    `attachment; filename="Jo_s _pass_.pkpass"; filename*=UTF-8''Jo%E2%80%99s%20_pass_.pkpass`,
  )
  expect((await ticket()).downloads).toBe(1)

  await sql`update ticket_addresses set expires_at = clock_timestamp()`.execute(market.db)
  const late = await market.app.inject(`/api${data.data.path}`)
  expect(late.statusCode).toBe(410)
  expect((await market.app.inject('/api/ticket-files/never')).statusCode).toBe(410)
  expect(await forgetOldAddresses(market.db)).toBeGreaterThan(0)
  expect(await market.db.selectFrom('ticket_addresses').selectAll().execute()).toEqual([])
})

test('whoever is suspended within the minute gets nothing by an address any more', async () => {
  const { buyer, ticketId } = await delivered()
  const { data } = await buyer.call(ticketsRoutes.address, { params: { ticket_id: ticketId } })
  await market.db
    .updateTable('accounts')
    .set({ status: 'suspended' })
    .where('id', '=', buyer.accountId)
    .execute()
  expect((await market.app.inject(`/api${data.data.path}`)).statusCode).toBe(410)
})

test('a link is no file, and a file that the store has lost is said to be unavailable', async () => {
  const { buyer, order, line } = await buyOrder(market)
  await deliverTickets(market.deps, {
    lineId: line.id,
    delivery: { kind: 'mobile_link', url: 'https://tickets.example/1' },
    actor: 'operator:anna',
  })
  const { data } = await buyer.call(ordersRoutes.one, { params: { order_id: order.id } })
  const link = await fetchBy(buyer, data.data.lines[0]?.tickets[0]?.id ?? '')
  expect(link.error.code).toBe('ticket.no_file')

  const lost = await delivered()
  const { stored_as } = await market.db
    .selectFrom('tickets')
    .select('stored_as')
    .where('id', '=', lost.ticketId)
    .executeTakeFirstOrThrow()
  await market.deps.files.remove(stored_as ?? '')
  const answer = await fetchBy(lost.buyer, lost.ticketId)
  expect([answer.status, answer.error.code]).toEqual([503, 'ticket.file_unavailable'])
  expect((await lost.ticket()).downloads).toBe(0)
})
