import { inventoryImportsRoutes } from '@terrace/contracts/inventory-imports'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { terminalActor } from '#api/audit/actor.ts'
import { decideSeller, type Decision } from '#api/modules/seller-accounts/index.ts'
import { loadResaleRules, switchResaleRule } from '#api/modules/supply/index.ts'
import { addProfile, buildInventory, type Inventory } from '#api/test/fixtures/inventory-fixture.ts'
import { runHeartbeats } from './automatic/run-heartbeats.ts'

let it: Inventory
beforeEach(async () => {
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
  await it.importFile(it.file({ id: 'A' }, { id: 'B', row: 'B' }))
})
afterEach(() => it.close())

const after = (hours: number) =>
  runHeartbeats({ db: it.db, clock: { now: () => new Date(Date.now() + hours * 3_600_000) } })

/** Listings that a heartbeat took off sale, and the file that puts them back. */
async function missFile() {
  const heartbeat = { warn_hours: 6, unpublish_hours: 12 }
  const { id: profileId } = await addProfile(it.seller, { mode: 'by_id', heartbeat }, 'Feed')
  const content = it.file({ id: 'H1', row: 'H' }, { id: 'H2', row: 'I' })
  await it.importFile(content, { profileId })
  await after(7)
  await after(13)
  return { profileId, content }
}
const heartbeatListings = async () => (await shown()).filter((text) => text.startsWith('H'))
const onSale = ['H1 active 8500', 'H2 active 8500']
const offSale = ['H1 withdrawn 8500', 'H2 withdrawn 8500']

const decide = (decision: Decision) =>
  decideSeller(it.deps, it.sellerTeamId, { decision, actor: terminalActor() })
const suspend = () => decide({ do: 'suspend', reason: 'Undelivered tickets' })
const limits = (exposureLimitMinor: number | null) =>
  decide({
    do: 'limits',
    limits: {
      exposureLimitMinor,
      exposureCurrency: exposureLimitMinor === null ? null : 'GBP',
      undeliveredLimit: null,
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

test('listings of a suspended seller return with their file only after the suspension', async () => {
  const { profileId, content } = await missFile()
  await suspend()
  await it.preview(content, { profileId })
  await after(0)
  expect(await heartbeatListings()).toEqual(offSale)
  await decide({ do: 'resume' })
  await after(0)
  expect(await heartbeatListings()).toEqual(onSale)
})

test('with their file, listings return within the limit, and owners are notified of the others', async () => {
  const { profileId, content } = await missFile()
  await limits(60_000)
  await it.preview(content, { profileId })
  await after(0)
  // A and B have 340.00, so that one of two listings with 170.00 fits.
  expect((await heartbeatListings()).filter((text) => text.includes('active'))).toHaveLength(1)
  const { rows } = await sql<{ detail: string }>`
    select payload ->> 'detail' as detail from outbox where topic = 'inventory.notice' order by id desc limit 1`.execute(
    it.db,
  )
  expect(rows[0]?.detail).toContain('1 may not return: a limit of your team or a resale rule refuses them')
})

test('a file does not put a listing back on sale that a resale rule forbids in the meantime', async () => {
  const { profileId, content } = await missFile()
  await switchResaleRule(it.deps, { id: 'forbidden-here', isOn: true })
  await it.preview(content, { profileId })
  await after(0)
  expect(await heartbeatListings()).toEqual(offSale)
})
