import { inventoryApiKeysRoutes } from '@terrace/contracts/inventory-api-keys'
import { inventoryDraftsRoutes } from '@terrace/contracts/inventory-drafts'
import { inventoryExportRoutes } from '@terrace/contracts/inventory-export'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { buildInventory, type Inventory } from '#api/test/fixtures/inventory-fixture.ts'
import { createWorkTurns } from '#api/shared/concurrency/work-turns.ts'

/** The first piece of work exceeds it. */
const work = { perAddressMs: 1, perAccountMs: 1, perKeyMs: 1 }

let it: Inventory
beforeAll(async () => {
  it = await buildInventory({ config: { work } })
  await it.importFile(it.file(...Array.from({ length: 40 }, (_, at) => ({ id: `A${at}`, row: `R${at}` }))))
})
afterAll(() => it.close())

const rows = Array.from({ length: 400 }, (_, at) => `Team ${at} v Side ${at}\t${at}\t${at}\t2\t80`)
const text = ['Event\tSection\tRow\tQuantity\tPrice', ...rows].join('\n')
const format = { currency: 'GBP', date_order: 'dmy' } as const
const drafts = rows.map((name) => ({ cells: { event_name: name }, event_id: null }))

const calls: [string, (seller: Caller) => Promise<{ status: number; text: string }>][] = [
  [
    'typed lines',
    (seller) => seller.call(inventoryDraftsRoutes.readText, { body: { text: rows.slice(0, 50).join('\n') } }),
  ],
  ['pasted rows', (seller) => seller.call(inventoryDraftsRoutes.readRows, { body: { text } })],
  ['checked drafts', (seller) => seller.call(inventoryDraftsRoutes.check, { body: { format, drafts } })],
  ['an export', (seller) => seller.call(inventoryExportRoutes.export, { query: {} })],
]

test.each(calls)('%s: the computing uses up the work of an account', async (_, call) => {
  const seller = await it.addBuyer({ role: 'seller', teamId: it.sellerTeamId })
  let last = await call(seller)
  // The clock of a thread has steps of some milliseconds, so that short work may not show.
  for (let count = 0; count < 25 && last.status === 200; count += 1) last = await call(seller)
  expect([last.status, last.text]).toEqual([429, expect.stringContaining('Too much computing')])
})

test('JSON rows use up the work of a team, whichever of its keys is used', async () => {
  const send = async () => {
    const { data } = await it.seller.call(inventoryApiKeysRoutes.create, {
      body: { name: 'Our system', profile_id: it.profile.id, expires_in_days: 30 },
    })
    return it.app.inject({
      method: 'POST',
      url: '/api/inventory/batch',
      headers: { authorization: `Bearer ${data.data.secret}` },
      payload: { rows: Array.from({ length: 3000 }, (_, at) => ({ TicketID: at, Notes: {} })) },
    })
  }
  let last = await send()
  for (let count = 0; count < 5 && last.statusCode === 422; count += 1) last = await send()
  expect([last.statusCode, last.body]).toEqual([429, expect.stringContaining('Too much computing')])
})

test('other requests go on between two turns, and the caller is refused once its budget is used up', async () => {
  let charged = 0
  const turns = createWorkTurns(
    {
      assertBudgetLeft() {
        if (charged > 30) throw new Error('used up')
      },
      charge: (_, ms) => (charged += ms),
    },
    'spender',
  )
  const during: number[] = []
  const timer = setInterval(() => during.push(charged), 1)
  function compute() {
    const until = performance.now() + 2
    while (performance.now() < until);
  }
  await expect(turns.map(Array(10_000).fill(0), compute)).rejects.toThrow('used up')
  clearInterval(timer)
  expect(during.length).toBeGreaterThan(1)
})
