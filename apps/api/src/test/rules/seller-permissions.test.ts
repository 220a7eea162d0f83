import { sellerPermissions, type SellerPermission } from '@terrace/domain/sellers/seller-permissions'
import { inventoryBulkRoutes } from '@terrace/contracts/inventory-bulk'
import { inventoryEditRoutes } from '@terrace/contracts/inventory-edit'
import { inventoryImportsRoutes } from '@terrace/contracts/inventory-imports'
import type { BodyInputOf, RouteContract } from '@terrace/contracts/route'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildInventory, type Inventory } from '../fixtures/inventory-fixture.ts'
import type { Caller } from '../harness/build-test-app.ts'

let it: Inventory
let listingId: string
beforeAll(async () => {
  it = await buildInventory()
  await it.importFile(it.file({ id: 'A' }))
  listingId = (await it.listings())[0]?.id ?? 'none'
})
afterAll(() => it.close())

const member = (permissions: SellerPermission[]) =>
  it.addBuyer({ teamId: it.sellerTeamId, role: 'seller', teamRole: 'member', permissions })

async function callRoute(route: RouteContract, by: Caller) {
  const response = await it.app.inject({
    method: route.method,
    url: `/api${route.path.replaceAll('{product}', 'trade').replaceAll(/:\w+/g, '1')}`,
    headers: { authorization: `Bearer ${by.token}` },
  })
  const body = response.json<{ code?: string; errors?: { permission?: string; title?: string } }>()
  return { status: response.statusCode, code: body.code, errors: body.errors }
}

/** Checked elsewhere: tickets, whose routes buyers share (`fetch-ticket.test.ts`), and money, which is part of others (`seller-money.test.ts`). */
const withoutRoutes = new Set<SellerPermission>(['deliver', 'money'])

test('every permission has routes, or is checked elsewhere', () => {
  const named = new Set(sellerRoutes().map(({ permission }) => permission))
  expect(sellerPermissions.filter((one) => !named.has(one) && !withoutRoutes.has(one))).toEqual([])
})

const sellerRoutes = () => [...it.mounted.values()].filter(({ auth }) => auth === 'seller')

test('every route for sellers refuses a member without its permission, and says which one', async () => {
  for (const permission of sellerPermissions) {
    const others = sellerPermissions.filter((one) => one !== permission)
    // Without the permission to view there is none.
    const by = await member(permission === 'view' ? [] : others)
    for (const route of sellerRoutes().filter((one) => one.permission === permission)) {
      const { status, code, errors } = await callRoute(route, by)
      expect([route.name, status, code]).toEqual([route.name, 403, 'session.permission_missing'])
      expect(errors?.permission).toBe(permission)
      // Each owner is named; other tests add some.
      expect(errors?.title).toMatch(/\. Ask Jo Marsh( or Jo Marsh)* for it$/)
    }
  }
})

test('every route for sellers accepts a member with its permission alone', async () => {
  for (const permission of sellerPermissions) {
    const by = await member(permission === 'view' ? ['view'] : ['view', permission])
    for (const route of sellerRoutes().filter((one) => one.permission === permission)) {
      const { code } = await callRoute(route, by)
      expect([route.name, code]).not.toEqual([route.name, 'session.permission_missing'])
    }
  }
})

test('an owner needs no permissions', async () => {
  const owner = await it.addBuyer({ teamId: it.sellerTeamId, role: 'seller', permissions: [] })
  for (const route of sellerRoutes())
    expect((await callRoute(route, owner)).code, route.name).not.toBe('session.permission_missing')
})

test.each<[SellerPermission, Partial<BodyInputOf<typeof inventoryEditRoutes.update>>]>([
  ['price', { price: '90.00' }],
  ['price', { floor: '10.00' }],
  ['price', { face_value: '50.00' }],
  ['list', { quantity: 3 }],
  ['list', { tags: ['x'] }],
  ['list', { in_hand_date: '2027-01-01' }],
])('a change of a listing needs the permission to %s: %j', async (permission, change) => {
  const other = permission === 'price' ? 'list' : 'price'
  const options = { params: { listing_id: listingId }, body: { version: 9_999, ...change } }
  const refused = await (await member(['view', other])).call(inventoryEditRoutes.update, options)
  expect([refused.status, refused.error.errors['permission']]).toEqual([403, permission])
  // Permitted, and stopped by the old version.
  const allowed = await (await member(['view', permission])).call(inventoryEditRoutes.update, options)
  expect(allowed.error.code).toBe('supply.listing_changed')
})

test('new stock names its price with `list`, but withdrawn seats come back at another price only with `price`', async () => {
  const create = (by: Caller, values: object = {}) =>
    by.call(inventoryEditRoutes.create, {
      body: {
        event_id: it.eventId,
        section: '112',
        row: 'Z',
        first_seat: 5,
        quantity: 4,
        price: '100.00',
        in_hand_date: new Date().toISOString().slice(0, 10),
        ticket_type: 'eTicket',
        external_id: 'Z5',
        ...values,
      },
    })
  const lister = await member(['view', 'list'])
  const { data } = await create(lister)
  await lister.call(inventoryEditRoutes.withdraw, {
    params: { listing_id: data.data.id },
    body: { version: data.data.version },
  })
  expect((await create(lister, { first_seat: 20, price: '1.00' })).error.code).toBe(
    'supply.external_id_taken',
  )
  const cheaper = { external_id: null, price: '1.00' }
  for (const values of [{}, { first_seat: 8 }, { quantity: 2 }, { published: false }, { row: ' Z ' }]) {
    const refused = await create(lister, { ...cheaper, ...values })
    expect([refused.status, refused.error.errors['permission']]).toEqual([403, 'price'])
  }
  const many = await lister.call(inventoryEditRoutes.createMany, {
    body: {
      listings: [
        {
          event_id: it.eventId,
          section: '112',
          row: 'Z',
          first_seat: 5,
          quantity: 4,
          price: '1.00',
          in_hand_date: new Date().toISOString().slice(0, 10),
          ticket_type: 'eTicket',
        },
      ],
    },
  })
  expect(many.data.data[0]?.error?.code).toBe('session.permission_missing')
  expect((await create(lister, { ...cheaper, first_seat: 9 })).status).toBe(200)
  expect((await create(await member(['view', 'list', 'price']), cheaper)).status).toBe(200)
})

test('a bulk edit needs the permissions of its fields', async () => {
  const preview = (by: Caller, change: object) =>
    by.call(inventoryBulkRoutes.preview, {
      body: { selection: { listing_ids: [listingId] }, change },
    })
  const lister = await member(['view', 'list'])
  const price = { price: { change: { by: 'percent', percent: '-4' } } }
  expect((await preview(lister, price)).error.errors['permission']).toBe('price')
  expect((await preview(lister, { ...price, tags: { mode: 'add', tags: ['x'] } })).status).toBe(403)
  expect((await preview(lister, { tags: { mode: 'add', tags: ['x'] } })).status).toBe(200)
})

test('a member may not apply a bulk edit that a colleague with more permissions previewed', async () => {
  const edit = await it.seller.call(inventoryBulkRoutes.preview, {
    body: {
      selection: { listing_ids: [listingId] },
      change: { price: { change: { by: 'percent', percent: '-4' } } },
    },
  })
  const options = { params: { bulk_edit_id: edit.data.data.id } }
  const lister = await member(['view', 'list'])
  const refused = await lister.call(inventoryBulkRoutes.apply, options)
  expect([refused.status, refused.error.errors['permission']]).toEqual([403, 'price'])
  expect((await (await member(['view', 'price'])).call(inventoryBulkRoutes.apply, options)).status).toBe(200)
  expect((await lister.call(inventoryBulkRoutes.undo, { ...options, body: {} })).status).toBe(403)
})

test('only members who may list and change prices apply and undo a file', async () => {
  const { id } = await it.importFile(it.file({ id: 'A', price: '50.00' }))
  const options = { params: { import_id: id } }
  const lister = await member(['view', 'list'])
  for (const response of [
    await lister.call(inventoryImportsRoutes.apply, options),
    await lister.call(inventoryImportsRoutes.undo, { ...options, body: {} }),
  ])
    expect([response.status, response.error.errors['permission']]).toEqual([403, 'price'])
  const both = await member(['view', 'list', 'price'])
  expect((await both.call(inventoryImportsRoutes.undo, { ...options, body: {} })).status).toBe(200)
})
