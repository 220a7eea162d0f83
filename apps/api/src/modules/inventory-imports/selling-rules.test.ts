import { inventoryImportsRoutes } from '@terrace/contracts/inventory-imports'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { terminalActor } from '#api/audit/actor.ts'
import { decideSeller, type Decision } from '#api/modules/seller-accounts/index.ts'
import { loadResaleRules, switchResaleRule } from '#api/modules/supply/index.ts'
import { buildInventory, type Inventory } from '#api/test/fixtures/inventory-fixture.ts'

let it: Inventory
beforeAll(async () => {
  it = await buildInventory()
  const { rows } = await sql<{ slug: string }>`
    select c.slug from catalogue_events e join categories c on c.id = e.category_id where e.id = ${it.eventId}`.execute(
    it.db,
  )
  const rule = {
    id: 'forbidden-here',
    kind: 'forbidden',
    competition: rows[0]?.slug,
    reason: 'The law forbids it.',
  }
  await loadResaleRules(it.deps, JSON.stringify([{ ...rule, note: 'Counsel must confirm.' }]))
})
afterAll(() => it.close())
let isSuspended = false
let emptyLines = ''
afterEach(async () => {
  if (isSuspended) await decide({ do: 'resume' })
  isSuspended = false
  await switchResaleRule(it.deps, { id: 'forbidden-here', isOn: false })
})
beforeEach(async () => {
  await limits(null)
  // An identical file would change nothing.
  emptyLines += '\n'
  await it.importFile(it.file({ id: 'A' }, { id: 'B', row: 'B' }) + emptyLines)
})

const decide = (decision: Decision) =>
  decideSeller(it.deps, it.sellerTeamId, { decision, actor: terminalActor() })
async function suspend(): Promise<void> {
  await decide({ do: 'suspend', reason: 'Undelivered tickets' })
  isSuspended = true
}
const limits = (exposureLimitMinor: number | null) =>
  decide({
    do: 'limits',
    limits: {
      exposureLimitMinor,
      exposureCurrency: exposureLimitMinor === null ? null : 'GBP',
      unconfirmedLimit: null,
    },
  })
const shown = async () =>
  (await it.listings()).map(({ external_id: id, status, price_minor: price }) => `${id} ${status} ${price}`)

async function undo(id: string) {
  await it.seller.call(inventoryImportsRoutes.undo, {
    params: { import_id: id },
    body: { relist_withdrawn: true },
  })
  return it.work(id)
}

test('an undo puts nothing of a suspended seller back on sale', async () => {
  const { id } = await it.importFile(it.file({ id: 'A' }))
  await suspend()
  expect(await undo(id)).toMatchObject({
    state: 'undone',
    reasons: [{ code: 'selling_suspended', message: 'Selling is suspended: Undelivered tickets' }],
  })
  expect(await shown()).toEqual(['A active 8500', 'B withdrawn 8500'])
})

test('an undo restores prices and listings only within the limit, and what it lowers makes room', async () => {
  const { id } = await it.importFile(it.file({ id: 'A', price: '150.00' }))
  await limits(30_000)
  // A falls to 2 × 85.00, so that B with 2 × 85.00 would exceed 300.00.
  expect(await undo(id)).toMatchObject({ counts: { undone: 1, undo_rejected: 1 } })
  expect(await shown()).toEqual(['A active 8500', 'B withdrawn 8500'])
})

test('an undo that cannot restore the replaced listing keeps the new one', async () => {
  const { id } = await it.importFile(
    it.file({ id: 'A', section: '113', price: '20.00' }, { id: 'B', row: 'B' }),
  )
  await limits(30_000)
  const before = await shown()
  expect(await undo(id)).toMatchObject({ reasons: [{ code: 'over_limit' }] })
  expect(await shown()).toEqual(before)
})

test('an undo puts nothing on sale that a resale rule forbids', async () => {
  const { id } = await it.importFile(it.file({ id: 'A' }))
  await switchResaleRule(it.deps, { id: 'forbidden-here', isOn: true })
  expect(await undo(id)).toMatchObject({
    reasons: [{ code: 'resale_refused', message: 'The law forbids it.' }],
  })
  expect((await shown()).filter((text) => text.startsWith('B'))).toEqual(['B withdrawn 8500'])
})
