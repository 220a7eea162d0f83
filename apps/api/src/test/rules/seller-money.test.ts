import { moneyFields } from '@terrace/domain/sellers/money-fields'
import type { SellerPermission } from '@terrace/domain/sellers/seller-permissions'
import { inventoryRoutes } from '@terrace/contracts/inventory'
import { inventoryBulkRoutes } from '@terrace/contracts/inventory-bulk'
import { inventoryDetailsRoutes } from '@terrace/contracts/inventory-details'
import { inventoryDraftsRoutes } from '@terrace/contracts/inventory-drafts'
import { inventoryEditRoutes } from '@terrace/contracts/inventory-edit'
import { inventoryExportRoutes } from '@terrace/contracts/inventory-export'
import { inventoryImportsRoutes } from '@terrace/contracts/inventory-imports'
import { inventoryProfilesRoutes } from '@terrace/contracts/inventory-profiles'
import { priceRulesRoutes, type RuleSettings } from '@terrace/contracts/price-rules'
import { sellerAccountRoutes } from '@terrace/contracts/seller-account'
import { sql } from 'kysely'
import { z } from 'zod/mini'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findSaleRecipient } from '#api/modules/notifications/sales/sale-recipients.repo.ts'
import { buildInventory, type Inventory } from '../fixtures/inventory-fixture.ts'
import type { Caller } from '../harness/build-test-app.ts'

/** What members without `money` get of costs, margins, proceeds, the use of limits and the bank account: nothing. */

let it: Inventory
let listingId: string
let importId: string
let plain: Caller
let full: Caller

const member = (permissions: SellerPermission[]) =>
  it.addBuyer({ teamId: it.sellerTeamId, role: 'seller', teamRole: 'member', permissions })

// A value that nothing else has.
const cost = '41.37'
const header =
  'TicketID,Event,Venue,EventDate,EventTime,Quantity,Section,Row,SeatFrom,SeatThru,Notes,Price,Delivery,Paid'

beforeAll(async () => {
  it = await buildInventory()
  plain = await member(['view', 'list', 'price', 'deliver'])
  full = await member(['view', 'list', 'price', 'deliver', 'money'])
  const { data } = await it.seller.call(inventoryProfilesRoutes.list, {})
  const profile = data.data.find(({ id }) => id === it.profile.id)
  if (!profile) throw new Error('no profile')
  const { columns } = profile.settings
  const changed = await it.seller.call(inventoryProfilesRoutes.change, {
    params: { profile_id: profile.id },
    body: {
      name: profile.name,
      version: profile.version,
      settings: {
        ...profile.settings,
        columns: { ...columns, Paid: { field: 'cost', unit: 'cost_per_ticket' } },
      },
    },
  })
  expect(changed.status).toBe(200)
  importId = (await it.importFile(fileWithCost('90.00'))).id
  listingId = (await it.listings())[0]?.id ?? 'none'
  await it.seller.call(inventoryEditRoutes.update, {
    params: { listing_id: listingId },
    body: { version: (await row(it.seller)).version, cost: '40.00' },
  })
  await it.seller.call(inventoryEditRoutes.update, {
    params: { listing_id: listingId },
    body: { version: (await row(it.seller)).version, cost, price: '95.00', floor: '60.00' },
  })
})
afterAll(() => it.close())

const fileWithCost = (price: string) => {
  const [, line = ''] = it.file({ id: 'A', price }).split('\n')
  return `${header}\n${line},${cost}\n`
}
const row = async (by: Caller) =>
  (await by.call(inventoryRoutes.one, { params: { listing_id: listingId } })).data.data

/** Every name and every text of a response. */
function expectNoMoney(response: unknown): void {
  const text = JSON.stringify(response)
  expect(text).not.toContain(cost)
  const names = new Set([...text.matchAll(/"([a-z_]+)":/g)].map(([, name = '']) => name))
  expect([...names].filter((name) => moneyFields.has(name))).toEqual([])
  expect(text).not.toMatch(/"field":"(?:cost|proceeds)"/)
}

test('whatever a route for sellers calls costs or earnings belongs to `money`', () => {
  const routes = [...it.mounted.values()].filter(({ auth }) => auth === 'seller')
  const names = routes.flatMap(({ response }) => {
    const schema = JSON.stringify(z.toJSONSchema(response, { unrepresentable: 'any' }))
    return [...schema.matchAll(/"([a-z_]+)":\{/g)].map(([, name = '']) => name)
  })
  const sensitive = /cost|margin|proceeds|payout|earn|profit|exposure|bank|seller_fee/
  const open = [...new Set(names)].filter((name) => sensitive.test(name) && !moneyFields.has(name))
  expect(open).toEqual([])
})

test('rows, totals, history and sales have no costs, margins and proceeds', async () => {
  const params = { listing_id: listingId }
  for (const response of [
    await plain.call(inventoryRoutes.list, { query: {} }),
    await plain.call(inventoryRoutes.one, { params }),
    await plain.call(inventoryRoutes.summary, { query: {} }),
    await plain.call(inventoryEditRoutes.history, { params, query: {} }),
    await plain.call(inventoryDetailsRoutes.details, { params }),
  ]) {
    expect(response.status).toBe(200)
    expectNoMoney(response.data)
  }
  expect(await row(plain)).toMatchObject({ price: expect.anything(), floor: expect.anything() })
  expect(await row(full)).toMatchObject({ cost: { amount: cost }, proceeds: expect.anything() })
  const history = async (by: Caller) =>
    (await by.call(inventoryEditRoutes.history, { params, query: {} })).data.data
  // A change of nothing but the cost is no entry.
  expect(await history(plain)).toHaveLength((await history(full)).length - 1)
  expect((await history(plain)).every(({ kind, changes }) => kind !== 'changed' || changes.length > 0)).toBe(
    true,
  )
})

test('an order by what is not shown is refused', async () => {
  for (const order_by of ['cost', 'proceeds', 'margin'] as const) {
    const refused = await plain.call(inventoryRoutes.list, { query: { order_by } })
    expect([refused.status, refused.error.errors['permission']]).toEqual([403, 'money'])
    expect((await full.call(inventoryRoutes.list, { query: { order_by } })).status).toBe(200)
  }
})

test('who may price sets prices and floors, and neither sees nor sets costs', async () => {
  const params = { listing_id: listingId }
  const edit = async (change: object) =>
    plain.call(inventoryEditRoutes.update, {
      params,
      body: { version: (await row(plain)).version, ...change },
    })
  const priced = await edit({ price: '96.00', floor: '61.00' })
  expect(priced.status).toBe(200)
  expectNoMoney(priced.data)
  expect((await edit({ cost: '1.00' })).error.errors['permission']).toBe('money')
  const outdated = await plain.call(inventoryEditRoutes.update, {
    params,
    body: { version: 1, price: '97.00' },
  })
  expect(outdated.error.code).toBe('supply.listing_changed')
  expectNoMoney(outdated.error)
  const added = {
    event_id: it.eventId,
    section: '112',
    row: 'Q',
    first_seat: 50,
    quantity: 2,
    price: '80.00',
    in_hand_date: new Date().toISOString().slice(0, 10),
    ticket_type: 'eTicket' as const,
  }
  const refused = await plain.call(inventoryEditRoutes.create, { body: { ...added, cost: '10.00' } })
  expect(refused.error.errors['permission']).toBe('money')
  const created = await plain.call(inventoryEditRoutes.create, { body: added })
  expect(created.status).toBe(200)
  expectNoMoney(created.data)
})

test('bulk edits show no proceeds in preview, rows and undo, and floors do not follow costs', async () => {
  const selection = { listing_ids: [listingId] }
  const change = { price: { change: { by: 'percent' as const, percent: '2' } } }
  const preview = await plain.call(inventoryBulkRoutes.preview, { body: { selection, change } })
  const params = { bulk_edit_id: preview.data.data.id }
  for (const response of [
    preview,
    await plain.call(inventoryBulkRoutes.rows, { params, query: {} }),
    await plain.call(inventoryBulkRoutes.apply, { params }),
    await plain.call(inventoryBulkRoutes.list, {}),
    await plain.call(inventoryBulkRoutes.undo, { params, body: {} }),
  ]) {
    expect(response.status).toBe(200)
    expectNoMoney(response.data)
  }
  const floor = { floor: { by: 'cost' as const, percent: '0' } }
  const refused = await plain.call(inventoryBulkRoutes.preview, { body: { selection, change: floor } })
  expect(refused.error.errors['permission']).toBe('money')
})

test('imports show no proceeds and costs, and only members with `money` apply and undo files with costs', async () => {
  const { id } = await it.preview(fileWithCost('91.00'))
  const params = { import_id: id }
  for (const response of [
    await plain.call(inventoryImportsRoutes.one, { params }),
    await plain.call(inventoryImportsRoutes.rows, { params, query: {} }),
    await plain.call(inventoryImportsRoutes.result, { params, query: {} }),
  ]) {
    expect(response.status).toBe(200)
    expectNoMoney(response.data)
  }
  const { csv } = (await plain.call(inventoryImportsRoutes.result, { params, query: {} })).data.data
  expect(csv.split('\r\n')[0]).toMatch(/Delivery,line,/)
  const complete = (await full.call(inventoryImportsRoutes.result, { params, query: {} })).data.data.csv
  expect(complete).toContain(cost)
  for (const refused of [
    await plain.call(inventoryImportsRoutes.apply, { params }),
    await plain.call(inventoryImportsRoutes.undo, { params: { import_id: importId }, body: {} }),
  ])
    expect([refused.status, refused.error.errors['permission']]).toEqual([403, 'money'])
  expect((await full.call(inventoryImportsRoutes.apply, { params })).status).toBe(200)
})

test('exports have no costs, and a kind of file that needs them is refused', async () => {
  const csvOf = async (by: Caller) =>
    (await by.call(inventoryExportRoutes.export, { query: {} })).data.data.csv
  expect(await csvOf(full)).toMatch(/,cost,/)
  expect(await csvOf(plain)).not.toMatch(/,cost,/)
  expectNoMoney(await csvOf(plain))
  const refused = await plain.call(inventoryExportRoutes.export, { query: { dialect: 'automatiq-sync' } })
  const allowed = await full.call(inventoryExportRoutes.export, { query: { dialect: 'automatiq-sync' } })
  expect([refused.error.errors['permission'], allowed.status]).toEqual(['money', 200])
})

test('a pasted cost is left out with a notice', async () => {
  const text = it.file({ id: 'P', row: 'P' }).replaceAll(',', '\t')
  const { format, drafts } = (await plain.call(inventoryDraftsRoutes.readRows, { body: { text } })).data.data
  const cells = { ...drafts[0]?.cells, cost }
  const check = async (by: Caller) =>
    (await by.call(inventoryDraftsRoutes.check, { body: { format, drafts: [{ cells, event_id: null }] } }))
      .data.data
  const [draft] = await check(plain)
  expect(draft?.notices).toContainEqual({ field: 'cost', message: expect.stringContaining('“Money”') })
  expect(draft?.listing).not.toBeNull()
  expectNoMoney({ ...draft, notices: [] })
  expect((await check(full))[0]?.listing?.cost).toBe(cost)
})

const settings: RuleSettings = {
  filter: {},
  strategy: { by: 'match' },
  place: 1,
  margin_percent: '0',
  ceiling: null,
  round_to: null,
  max_percent_per_day: 8,
  max_changes_per_hour: 2,
  follows_up: false,
  min_comparables: 1,
  outlier_percent: 50,
  respects_hand_hours: 0,
}

test('rules follow costs, so only members with `money` write and simulate them; others switch them and read the log', async () => {
  const create = (by: Caller) => by.call(priceRulesRoutes.create, { body: { name: 'Match', settings } })
  expect((await create(plain)).error.errors['permission']).toBe('money')
  const rule = (await create(full)).data.data
  const params = { rule_id: rule.id }
  const body = { version: rule.version }
  expect((await plain.call(priceRulesRoutes.simulate, { params, body })).error.errors['permission']).toBe(
    'money',
  )
  expect((await full.call(priceRulesRoutes.simulate, { params, body })).status).toBe(200)
  for (const response of [
    await plain.call(priceRulesRoutes.list, {}),
    await plain.call(priceRulesRoutes.simulation, { params, query: {} }),
    await plain.call(priceRulesRoutes.moves, { query: {} }),
    await plain.call(priceRulesRoutes.switch, { params, body: { ...body, on: true } }),
  ]) {
    expect(response.status).toBe(200)
    expectNoMoney(response.data)
  }
  const simulated = await plain.call(priceRulesRoutes.simulation, { params, query: {} })
  expect(simulated.data.data[0]).not.toHaveProperty('floor')
})

test('the use of limits and the bank account are for owners and members with `money`', async () => {
  expectNoMoney((await plain.call(sellerAccountRoutes.read, {})).data)
  for (const by of [full, it.seller]) {
    const { data } = (await by.call(sellerAccountRoutes.read, {})).data
    expect(data).toHaveProperty('bank_account')
    expect(data.limits?.exposure).toBeDefined()
  }
  await sql`
    insert into seller_accounts (team_id, state, exposure_limit_minor, exposure_currency)
    values (${it.sellerTeamId}, 'approved', 100, 'GBP')
    on conflict (team_id) do update set exposure_limit_minor = 100, exposure_currency = 'GBP'`.execute(it.db)
  const params = { listing_id: listingId }
  const raise = async (by: Caller) =>
    by.call(inventoryEditRoutes.update, {
      params,
      body: { version: (await row(by)).version, price: '900.00' },
    })
  const refused = await raise(plain)
  expect(refused.error.code).toBe('seller.over_limit')
  expect(refused.error.errors['title']).toBe('This would exceed your team’s limit')
  expect((await raise(full)).error.errors['title']).toContain('is in use')
  await sql`update seller_accounts set exposure_limit_minor = null, exposure_currency = null`.execute(it.db)
})

test('emails about sales say what the team receives to members with `money` only', async () => {
  const emailed = async ({ accountId }: Caller) =>
    findSaleRecipient(it.db, { teamId: it.sellerTeamId, accountId })
  expect([await emailed(plain), await emailed(full)]).toMatchObject([
    { seesMoney: false },
    { seesMoney: true },
  ])
})
