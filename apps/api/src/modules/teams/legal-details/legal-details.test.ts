import { ordersRoutes } from '@terrace/contracts/orders'
import { teamLegalDetailsRoutes } from '@terrace/contracts/team-legal-details'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSecurityEvents } from '#api/audit/audit.repo.ts'
import { buyOrder } from '#api/test/fixtures/bought-order.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { textOfPdf } from '#api/test/harness/text-of-pdf.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace({ config: { maxHeldTicketsPerTeam: 1000 } })
})
afterAll(() => market.close())

const harbour = {
  legal_name: 'Harbour Box Office GmbH',
  address: 'Hafenstraße 1\n20359 Hamburg',
  tax_number: 'DE 123456789',
}
const change = (by: Caller, body: typeof harbour) => by.call(teamLegalDetailsRoutes.change, { body })
const read = async (by: Caller) => (await by.call(teamLegalDetailsRoutes.read)).data.data
async function invoiceText(by: Caller, orderId: string): Promise<string> {
  const { data } = await by.call(ordersRoutes.invoice, { params: { order_id: orderId } })
  return await textOfPdf(Buffer.from(data.data.base64, 'base64'))
}
const entries = async ({ teamId }: Caller) =>
  (await readSecurityEvents(market.db, { teamId, kind: 'team.legal_details_changed', limit: 9 })).map(
    ({ details }) => details,
  )

test('invoices keep the details of the team from the time they were issued', async () => {
  const { buyer, order } = await buyOrder(market)
  await market.deps.outbox.drain()
  expect((await change(buyer, harbour)).data.data).toEqual(harbour)
  const later = await buyOrder(market, { buyer })
  await market.deps.outbox.drain()
  await change(buyer, { ...harbour, legal_name: 'Renamed GmbH' })
  const first = await invoiceText(buyer, order.id)
  expect(first).not.toMatch(/Harbour Box Office GmbH|Renamed/)
  const second = await invoiceText(buyer, later.order.id)
  expect(second).toContain('Harbour Box Office GmbH')
  expect(second).toContain('Hafenstraße 1, 20359 Hamburg')
  expect(second).toContain('DE 123456789')
  expect(second).not.toContain('Renamed')
  expect(await entries(buyer)).toEqual([
    { changed: 'legal name, address, tax number' },
    { changed: 'legal name' },
  ])
})

test('only owners change them, after reauthentication; saving the same again leaves no entry', async () => {
  const owner = await market.addBuyer()
  const member = await market.addBuyer({ teamId: owner.teamId, teamRole: 'member' })
  expect((await change(member, harbour)).error.code).toBe('team.not_owner')
  await change(owner, harbour)
  await change(owner, harbour)
  expect(await read(member)).toEqual(harbour)
  expect(await entries(owner)).toHaveLength(1)
  await sql`update sessions set password_proven_at = null where account_id = ${owner.accountId}`.execute(
    market.db,
  )
  expect((await change(owner, harbour)).error.code).toBe('session.factor_required')
})

test('incomplete or malformed details are refused by field and change nothing; empty ones remove them', async () => {
  const owner = await market.addBuyer()
  await change(owner, harbour)
  const fieldsOf = async (body: typeof harbour) =>
    Object.keys((await change(owner, body)).error.errors['fields'] ?? {})
  expect(await fieldsOf({ ...harbour, legal_name: '  ' })).toEqual(['legal_name'])
  expect(await fieldsOf({ ...harbour, address: '' })).toEqual(['address'])
  expect(await fieldsOf({ ...harbour, tax_number: '<1>' })).toEqual(['tax_number'])
  expect(await fieldsOf({ ...harbour, address: 'a\n'.repeat(8) + 'b' })).toEqual(['address'])
  expect(await read(owner)).toEqual(harbour)
  const none = { legal_name: '', address: '', tax_number: '' }
  expect((await change(owner, none)).data.data).toEqual(none)
  expect(await read(owner)).toEqual(none)
})
