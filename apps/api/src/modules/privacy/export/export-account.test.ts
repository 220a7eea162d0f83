import { clientsRoutes } from '@terrace/contracts/clients'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSecurityEvents } from '#api/audit/audit.repo.ts'
import { terminalCaller } from '#api/audit/caller.ts'
import { buyOrder } from '#api/test/fixtures/bought-order.ts'
import { addAccount } from '#api/test/fixtures/factories.ts'
import { addTeamWithQuote } from '#api/test/fixtures/retained-rows.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { exportAccount } from '../index.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterAll(() => market.close())

async function unzipped(username: string, withTeam = false): Promise<Record<string, string>> {
  const chunks: Uint8Array[] = []
  const options = { username, withTeam, caller: terminalCaller() }
  for await (const chunk of exportAccount(market.deps, options)) chunks.push(chunk)
  const files = unzipSync(Buffer.concat(chunks))
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
}

const usernameOf = async (id: string) =>
  (await sql<{ username: string }>`select username from accounts where id = ${id}`.execute(market.db)).rows[0]
    ?.username ?? ''

test('an account’s export has its orders and tickets, and nothing of other members or the team', async () => {
  const { buyer, order, line } = await buyOrder(market)
  await buyer.call(clientsRoutes.create, { body: { name: 'Ada Lovelace' } })
  await market.deps.files.put('tickets/export-test', Buffer.from('%PDF ticket'), 'application/pdf')
  await sql`insert into tickets (id, line_id, kind, file_name, content_type, size, storage_key, delivered_by)
    values ('tkt_export', ${line.id}, 'file', '../../seat 1.pdf', 'application/pdf', 11, 'tickets/export-test', 'seller')`.execute(
    market.db,
  )
  await addAccount(market.db, { teamId: buyer.teamId, username: 'colleague-of-buyer' })
  const files = await unzipped(await usernameOf(buyer.accountId))
  expect(JSON.parse(files['orders.json'] ?? '')).toMatchObject([
    { number: order.number, lines: [{ quantity: 2 }] },
  ])
  expect(files[`tickets/${order.number}/tkt_export-.._.._seat 1.pdf`]).toBe('%PDF ticket')
  const text = Object.values(files).join('\n')
  expect(text).not.toMatch(/Ada Lovelace|hash|secret|argon2/)
  expect(await unzipped('colleague-of-buyer')).not.toHaveProperty(`tickets/${order.number}`)
  expect(JSON.parse((await unzipped('colleague-of-buyer'))['orders.json'] ?? '')).toEqual([])
  const [record] = await readSecurityEvents(market.db, { kind: 'privacy.account_exported', limit: 1 })
  expect(record?.details).toEqual({ with_team: false })
})

test('an export has the PDFs of the account’s invoices, and names what could not be read', async () => {
  const { buyer, order, line } = await buyOrder(market)
  await sql`insert into tickets (id, line_id, kind, file_name, content_type, size, storage_key, delivered_by)
    values ('tkt_lost', ${line.id}, 'file', 'seat.pdf', 'application/pdf', 11, 'tickets/lost', 'seller')`.execute(
    market.db,
  )
  const files = await unzipped(await usernameOf(buyer.accountId))
  const [name = ''] = Object.keys(files).filter((each) => each.startsWith('invoices/'))
  expect(name).toContain(order.number)
  expect(files[name]).toMatch(/^%PDF-/)
  expect(JSON.parse(files['not-included.json'] ?? '')).toEqual([`tickets/${order.number}/tkt_lost-seat.pdf`])
})

test('an export has the PDFs of quotes that the account made', async () => {
  const quoteId = await addTeamWithQuote(market)
  const { rows } = await sql<{ username: string }>`
    select a.username from quotes q join accounts a on a.id = q.created_by where q.id = ${quoteId}`.execute(
    market.db,
  )
  const files = await unzipped(rows[0]?.username ?? '')
  const [name = ''] = Object.keys(files).filter((each) => each.startsWith('quotes/'))
  expect(name).toContain(quoteId)
  expect(files[name]).toMatch(/^%PDF-/)
})

test('an owner gets the team’s clients, quotes and orders; a member is refused', async () => {
  const owner = await market.addBuyer()
  await owner.call(clientsRoutes.create, { body: { name: 'Grace Hopper' } })
  await addAccount(market.db, { teamId: owner.teamId, username: 'plain-member', teamRole: 'member' })
  const files = await unzipped(await usernameOf(owner.accountId), true)
  expect(JSON.parse(files['team/clients.json'] ?? '')).toMatchObject([{ name: 'Grace Hopper' }])
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining(['team/orders.json', 'team/quotes.json', 'profile.json']),
  )
  await expect(unzipped('plain-member', true)).rejects.toThrow('privacy.not_owner')
  await expect(unzipped('no-such-account')).rejects.toThrow('account.not_found')
})
