import { inventoryExportRoutes } from '@terrace/contracts/inventory-export'
import { inventoryProfilesRoutes } from '@terrace/contracts/inventory-profiles'
import type { QueryInputOf } from '@terrace/contracts/route'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildInventory, type Inventory } from '#api/test/fixtures/inventory-fixture.ts'
import { dialects } from './dialects/dialect.ts'

let it: Inventory
beforeAll(async () => {
  it = await buildInventory()
  await it.importFile(
    it.file(
      { id: 'A', from: 1, to: 4, quantity: 4, notes: '=HYPERLINK(1);Side view;Aisle' },
      { id: 'B', row: 'B', quantity: 6 },
      { id: 'C', row: 'C', quantity: 4 },
      { id: 'D', row: 'D', quantity: 5 },
      { id: 'E', row: 'E', quantity: 3, price: '1234.50' },
      { id: '-F', row: 'F', quantity: 2 },
    ),
  )
  const change = (id: string, values: string) =>
    sql`update listings set ${sql.raw(values)} where external_id = ${id}`.execute(it.db)
  await change(
    'A',
    `cost_minor = 4000, floor_minor = 5000, face_value_minor = 6000, tags = '{x,y}', internal_notes = '+1 = two'`,
  )
  await change('B', `split_type = 'Sell In Multiples', multiple_sale_unit = 2, ticket_type = 'mobile'`)
  await change('C', `split_type = 'All Together', ticket_type = 'paper', seats_hidden = true`)
  await change('D', `split_quantities = '{1,3,5}', ticket_type = 'season-cards'`)
  await change('E', `split_type = 'Single Tickets', ticket_type = 'local-delivery', shown_quantity = 2`)
})
afterAll(() => it.close())

const exported = async (dialect: string, currency?: string) =>
  it.seller.call(inventoryExportRoutes.export, { query: { dialect, ...(currency && { currency }) } })

const written = dialects.filter(({ write }) => write !== undefined)

test.each(written)('$title: an export that is imported again changes no row', async ({ name, title }) => {
  const { csv } = (await exported(name)).data.data
  const [header = '', ...lines] = csv.replace('\uFEFF', '').trim().split('\r\n')
  expect(lines).toHaveLength(6)
  const { data } = (
    await it.seller.call(inventoryProfilesRoutes.propose, {
      body: { header: header.split(',').map((column) => column.replaceAll('"', '')) },
    })
  ).data
  expect(data.dialect).toBe(name)
  const profile = await it.seller.call(inventoryProfilesRoutes.create, {
    body: {
      name: title,
      settings: data.settings.currency === 'GBP' ? data.settings : { ...data.settings, currency: 'GBP' },
    },
  })
  const { id, shown } = await it.preview(csv, { profileId: profile.data.data.id })
  expect(await it.rows(id, { action: 'changed' })).toEqual([])
  expect(shown.counts).toMatchObject({ unchanged: 6, changed: 0, new: 0, held: 0, invalid: 0 })
})

test('a file of a dialect without a currency column has listings of one currency', async () => {
  expect((await exported('gametime', 'EUR')).data.data.csv.trim().split('\r\n')).toHaveLength(1)
  expect((await exported('own-export', 'EUR')).data.data.csv.trim().split('\r\n')).toHaveLength(7)
})

test('a dialect that cannot name each listing is only read', async () => {
  for (const name of ['tdpos', 'stubhub-simple', 'nothing']) {
    const refused = await exported(name)
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('must be one of own-export, gametime')
  }
})

test('an export has the listings that the filter selects, in every part of it', async () => {
  const lines = async (query: QueryInputOf<typeof inventoryExportRoutes.export>) => {
    const { csv } = (await it.seller.call(inventoryExportRoutes.export, { query })).data.data
    return csv.trim().split('\r\n').length - 1
  }
  expect(await lines({ 'tag[]': ['x'] })).toBe(1)
  expect(await lines({ dialect: 'gametime', 'ticket_types[]': ['mobile', 'paper'] })).toBe(2)
  expect(await lines({ search: 'no such row' })).toBe(0)
  expect(await lines({ has_holds: '1' })).toBe(0)
  expect(await lines({ 'status[]': ['sold_out'] })).toBe(0)
})

test('a filter by market is refused by name, because other sellers’ prices change while parts load', async () => {
  const refused = await it.app.inject({
    url: '/api/trade/inventory/export?market=lowest',
    headers: { authorization: `Bearer ${it.seller.token}` },
  })
  expect(refused.statusCode).toBe(422)
  expect(refused.body).toContain('market')
})
