import { inventoryExportRoutes } from '@terrace/contracts/inventory-export'
import { inventoryImportsRoutes } from '@terrace/contracts/inventory-imports'
import { inventoryProfilesRoutes } from '@terrace/contracts/inventory-profiles'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSecurityEvents } from '#api/audit/audit.repo.ts'
import { sweepFiles } from '#api/files/sweep-files.ts'
import { addEvent } from '#api/test/fixtures/factories.ts'
import {
  addProfile,
  buildInventory,
  inventoryHeader,
  ownColumns,
  type Inventory,
} from '#api/test/fixtures/inventory-fixture.ts'
import { purgeOldInventoryImports } from './imports/purge-imports.repo.ts'

let it: Inventory
beforeEach(async () => {
  it = await buildInventory()
})
afterEach(() => it.close())

const params = (importId: string) => ({ params: { import_id: importId } })

test('a preview shows what a file would do and changes nothing, until it is applied', async () => {
  await it.importFile(it.file({ id: 'A' }, { id: 'B', row: 'B' }, { id: 'C', row: 'C' }))
  const { id, shown } = await it.preview(
    it.file(
      { id: 'A', price: '90.00', quantity: 3 },
      { id: 'B', row: 'B' },
      { id: 'D', row: 'D' },
      { id: 'E', row: 'E', price: 'free' },
      { id: 'F', row: 'F', event: 'Unknown Band' },
    ),
  )
  expect(shown).toMatchObject({
    state: 'previewed',
    rows_read: 5,
    live_before: 3,
    counts: { new: 1, changed: 1, unchanged: 1, withdrawn: 1, held: 1, invalid: 1 },
    withdrawals: 'free',
    price_column: { name: 'Price', unit: 'ask_per_ticket' },
    reasons: [{ code: 'price', message: 'Price: "free" is not an amount', rows: 1 }],
  })
  expect(shown.examples[0]).toEqual({
    line: 2,
    price: { amount: '90.00', currency: 'GBP' },
    proceeds: { amount: '90.00', currency: 'GBP' },
    buyer_pays: { amount: '94.50', currency: 'GBP' },
  })
  expect((await it.rows(id, { action: 'changed' }))[0]).toMatchObject({
    line: 2,
    event: { title: it.event.title },
    section: 'Block 112',
    before: { quantity: 2, price: { amount: '85.00' } },
    after: { quantity: 3, price: { amount: '90.00' }, proceeds: { amount: '90.00' } },
    changed_fields: ['quantity', 'price_minor'],
  })
  expect(await it.listings()).toMatchObject([{ price_minor: 8500 }, {}, { status: 'active' }])

  const applied = await it.apply(id)
  expect(applied.shown).toMatchObject({ state: 'done_with_errors', counts: { written: 3, rejected: 0 } })
  expect(await it.listings()).toMatchObject([
    { external_id: 'A', price_minor: 9000, quantity: 3, status: 'active' },
    { external_id: 'B', price_minor: 8500, status: 'active' },
    { external_id: 'C', status: 'withdrawn' },
    { external_id: 'D', status: 'active' },
  ])
  const [entry] = await readSecurityEvents(it.db, { kind: 'inventory.import_applied', limit: 1 })
  expect(entry).toMatchObject({
    details: { import_id: id, created: 1, changed: 1, withdrawn: 1, written: 3 },
  })
})

test('the same file again changes nothing, and an older one is refused', async () => {
  const content = it.file({ id: 'A' })
  await it.importFile(content)
  const { shown } = await it.preview(content)
  expect(shown).toMatchObject({ state: 'done', problem: { code: 'identical' }, counts: { written: 0 } })
  const older = await it.preview(it.file({ id: 'A', price: '1.00' }), { madeAt: new Date(0) })
  expect(older.shown).toMatchObject({ state: 'refused', problem: { code: 'older' } })
  expect(await it.listings()).toMatchObject([{ price_minor: 8500 }])
})

test('the same file again is read if rows of it were not written, because they may be possible now', async () => {
  const content = it.file({ id: 'A' }, { id: 'B', section: 'Nowhere' })
  await it.importFile(content)
  const { shown } = await it.preview(content)
  expect(shown).toMatchObject({ state: 'previewed', counts: { invalid: 1, unchanged: 1 } })
})

test('a file that cannot be read is refused with what to do', async () => {
  const { shown } = await it.preview('Event,Price\nHome,1\n')
  expect(shown).toMatchObject({ state: 'refused', problem: { code: 'columns' } })
  expect(shown.problem?.message).toContain('no column for external_id')
})

test('an id or seats that appear twice are rejected, and withdraw nothing', async () => {
  await it.importFile(it.file({ id: 'A', from: 1, to: 2 }, { id: 'B', row: 'B' }))
  const { id, shown } = await it.preview(
    it.file(
      { id: 'A', from: 1, to: 2 },
      { id: 'A', from: 1, to: 2, price: '99.00' },
      { id: 'B', row: 'B', from: 10, to: 11 },
      { id: 'C', row: 'B', from: 11, to: 12 },
    ),
  )
  expect(shown.counts).toMatchObject({ invalid: 3, changed: 1, withdrawn: 0 })
  const invalid = await it.rows(id, { action: 'invalid' })
  expect(invalid.map(({ line, problem }) => [line, problem?.message])).toEqual([
    [2, 'The id A appears on lines 2, 3'],
    [3, 'The id A appears on lines 2, 3'],
    [5, 'Some of these seats are on line 4 too, under another id'],
  ])
})

test('seats that two rows offer under other names of one block are listed once', async () => {
  const { id, shown } = await it.importFile(
    it.file({ id: 'A', section: '112', from: 1, to: 2 }, { id: 'B', section: 'Block 112', from: 2, to: 3 }),
  )
  expect(shown).toMatchObject({ state: 'done_with_errors', counts: { written: 1, rejected: 1 } })
  expect((await it.rows(id, { result: 'rejected' }))[0]?.problem?.code).toBe('seats_taken')
  expect(await it.listings()).toMatchObject([{ external_id: 'A' }])
})

test('rows of an unknown event are held; one decision applies to all of them and to later files', async () => {
  const { id, shown } = await it.preview(
    it.file(
      { id: 'A', event: 'HOME vs. Awayy', row: 'A' },
      { id: 'B', event: 'HOME vs. Awayy', row: 'B' },
      { id: 'C', event: 'Parking', row: 'C' },
    ),
  )
  expect(shown).toMatchObject({ counts: { held: 3 }, held_events: 2 })
  const { data: held } = (await it.seller.call(inventoryImportsRoutes.heldEvents, params(id))).data
  expect(held[0]).toMatchObject({
    name: 'HOME vs. Awayy',
    rows: 2,
    first_line: 2,
    last_line: 3,
    candidates: [{ event_id: it.eventId, differs: [] }],
  })
  await it.seller.call(inventoryImportsRoutes.decideEvent, {
    ...params(id),
    body: { key: held[0]?.key ?? '', event_id: it.eventId },
  })
  await it.work(id)
  await it.seller.call(inventoryImportsRoutes.decideEvent, {
    ...params(id),
    body: { key: held[1]?.key ?? '', skip: true },
  })
  expect(await it.work(id)).toMatchObject({ state: 'previewed', counts: { new: 2, held: 0, skipped: 1 } })
  await it.apply(id)
  const later = await it.preview(it.file({ id: 'D', event: 'home VS awayy', row: 'D' }))
  expect(later.shown.counts).toMatchObject({ new: 1, held: 0 })

  // What one seller decides is a hint for another one, not a decision.
  const other = await it.addBuyer({ role: 'seller' })
  const profile = await addProfile(other)
  const otherId = await it.upload(it.file({ id: 'X', event: 'HOME vs. Awayy' }), {
    by: other,
    profileId: profile.id,
  })
  await it.work(otherId).catch(() => undefined)
  const theirs = (await other.call(inventoryImportsRoutes.heldEvents, params(otherId))).data.data
  expect(theirs[0]?.candidates[0]).toMatchObject({ event_id: it.eventId, score: 95 })
})

test('seats, section names and in-hand dates that cannot be right are invalid, each with its reason', async () => {
  const closed = await addEvent(it.db, {
    venueId: it.venueId,
    title: 'Over v Done',
    startsAt: new Date(Date.now() - 86_400_000),
  })
  expect(closed).toBeGreaterThan(0)
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const { id } = await it.preview(
    it.file(
      { id: 'A', section: '999' },
      { id: 'B', section: 'PARKING LOT 4' },
      { id: 'C', event: 'Over v Done', date: day },
      { id: 'D', from: 1, to: 9 },
    ),
  )
  const invalid = await it.rows(id, { action: 'invalid' })
  expect(invalid.map(({ external_id, problem }) => [external_id, problem?.code])).toEqual([
    ['A', 'section_unknown'],
    ['B', 'parking'],
    ['C', 'event_closed'],
    ['D', 'quantity_seats'],
  ])
})

test('a patch changes only what its cells say', async () => {
  await it.importFile(it.file({ id: 'A', notes: 'Aisle', quantity: 4 }))
  const { TicketID, Price, Quantity } = ownColumns
  const patch = await addProfile(
    it.seller,
    { mode: 'patch', columns: { TicketID, Price, Quantity } },
    'Prices',
  )
  const { shown } = await it.importFile('TicketID,Price,Quantity\nA,99.00,\nZ,1.00,\n', {
    profileId: patch.id,
  })
  expect(shown.counts).toMatchObject({ changed: 1, written: 1, withdrawn: 0 })
  expect(await it.listings()).toMatchObject([
    { external_id: 'A', price_minor: 9900, quantity: 4, status: 'active' },
  ])
})

test('prices that Terrace owns are set once and then left alone', async () => {
  const profile = await addProfile(
    it.seller,
    { owners: { price: 'site', notes: 'file', split: 'file', publishing: 'file' } },
    'Priced in Terrace',
  )
  await it.importFile(it.file({ id: 'A' }), { profileId: profile.id })
  const { shown } = await it.importFile(it.file({ id: 'A', price: '10.00', quantity: 5 }), {
    profileId: profile.id,
  })
  expect(shown.counts).toMatchObject({ changed: 1 })
  expect(await it.listings()).toMatchObject([{ price_minor: 8500, quantity: 5 }])
})

test('an id that stands for other seats makes a new listing; the old one is withdrawn', async () => {
  await it.importFile(it.file({ id: 'A', from: 1, to: 2 }))
  await it.importFile(it.file({ id: 'A', from: 7, to: 8 }))
  expect(await it.listings()).toMatchObject([
    { external_id: 'A', first_seat: 7, last_seat: 8, status: 'active' },
    { external_id: null, first_seat: 1, status: 'withdrawn' },
  ])
})

test('the result names each row and its listing, and the inventory is exported in a form that reads back', async () => {
  const { id } = await it.importFile(
    it.file({ id: 'A', notes: '=HYPERLINK(1);Side view;Aisle' }, { id: 'B', price: 'x' }),
  )
  const { data: result } = (await it.seller.call(inventoryImportsRoutes.result, params(id))).data
  const [header, first, second] = result.csv.split('\r\n')
  const [listing] = await it.listings()
  expect(header).toContain(`${inventoryHeader},line,status,code,message,listing_id`)
  expect(first).toContain(`'=HYPERLINK(1)`)
  expect(first).toContain(`,2,written,,,${listing?.id}`)
  expect(second).toContain(',3,invalid,price,')
  const { data: exported } = (await it.seller.call(inventoryExportRoutes.export)).data
  const { data } = (
    await it.seller.call(inventoryProfilesRoutes.propose, {
      body: { header: exported.csv.replace('\uFEFF', '').split('\r\n')[0]?.split(',') ?? [] },
    })
  ).data
  expect(data).toMatchObject({ dialect: 'own-export', unknown_columns: ['listing_id'] })
  const own = await it.seller.call(inventoryProfilesRoutes.create, {
    body: { name: 'Terrace', settings: data.settings },
  })
  const { shown } = await it.preview(exported.csv, { profileId: own.data.data.id })
  expect(shown.counts).toMatchObject({ unchanged: 1, changed: 0, invalid: 0 })
})

test('a profile that two people save at the same time is saved once', async () => {
  const body = { name: 'Renamed', settings: it.profile.settings, version: 1 }
  const call = () =>
    it.seller.call(inventoryProfilesRoutes.change, { params: { profile_id: it.profile.id }, body })
  const [first, second] = await Promise.all([call(), call()])
  const failed = [first, second].filter(({ ok }) => !ok)
  expect(failed).toHaveLength(1)
  expect(failed[0]?.error.code).toBe('inventory_profile.changed')
  const bad = await it.seller.call(inventoryProfilesRoutes.create, {
    body: {
      name: 'Cost',
      settings: {
        ...body.settings,
        columns: { ...ownColumns, Price: { field: 'price', unit: 'cost_per_ticket' } },
      },
    },
  })
  expect(bad.status).toBe(422)
  expect(bad.text).toContain('ask_per_ticket or proceeds_per_ticket')
})

test('the audit log names who saved a profile, named an event, applied an import and undid it', async () => {
  const { id } = await it.preview(it.file({ id: 'A', event: 'HOME v Awayy' }))
  const { data: held } = (await it.seller.call(inventoryImportsRoutes.heldEvents, params(id))).data
  await it.seller.call(inventoryImportsRoutes.decideEvent, {
    ...params(id),
    body: { key: held[0]?.key ?? '', event_id: it.eventId },
  })
  await it.work(id)
  await it.apply(id)
  await it.seller.call(inventoryImportsRoutes.undo, { ...params(id), body: {} })
  await it.work(id)
  await it.seller.call(inventoryProfilesRoutes.archive, { params: { profile_id: it.profile.id } })
  for (const kind of [
    'inventory.profile_saved',
    'inventory.event_named',
    'inventory.import_applied',
    'inventory.import_undone',
    'inventory.profile_archived',
  ] as const) {
    const [entry] = await readSecurityEvents(it.db, { kind, limit: 1 })
    expect(entry, kind).toMatchObject({ actor: expect.stringMatching(/^user/), teamId: it.sellerTeamId })
  }
})

test('another team sees and changes nothing of an import or a profile', async () => {
  const { id } = await it.preview(it.file({ id: 'A' }))
  const other = await it.addBuyer({ role: 'seller' })
  const { one, rows, heldEvents, apply, discard, undo, result, decideEvent, decideWithdrawals } =
    inventoryImportsRoutes
  const responses = await Promise.all([
    other.call(one, params(id)),
    other.call(rows, params(id)),
    other.call(heldEvents, params(id)),
    other.call(result, params(id)),
    other.call(apply, params(id)),
    other.call(discard, params(id)),
    other.call(undo, { ...params(id), body: {} }),
    other.call(decideEvent, { ...params(id), body: { key: 'x', skip: true } }),
    other.call(decideWithdrawals, { ...params(id), body: { keep: true } }),
  ])
  for (const { status, error } of responses)
    expect([status, error.code]).toEqual([404, 'inventory_import.not_found'])
  const archived = await other.call(inventoryProfilesRoutes.archive, {
    params: { profile_id: it.profile.id },
  })
  expect(archived.error.code).toBe('inventory_profile.not_found')
  await expect(it.upload(it.file({ id: 'A' }), { by: other })).rejects.toThrow('inventory_profile.not_found')
  expect((await it.show(id)).state).toBe('previewed')
})

test('an upload that is empty or not a file stores nothing', async () => {
  await expect(it.upload('')).rejects.toThrow('inventory_import.file_empty')
  const { data } = await it.seller.call(inventoryImportsRoutes.list)
  expect(data.data).toEqual([])
})

test('rows and files of an import are deleted after 30 days; its figures stay', async () => {
  const { id } = await it.importFile(it.file({ id: 'A' }))
  expect(await purgeOldInventoryImports(it.db)).toBe(0)
  await sql`update inventory_imports set created_at = created_at - interval '31 days'`.execute(it.db)
  const parts = async () => {
    const { rows: found } = await sql<{ name: string }>`
      select unnest(file_parts) as name from inventory_imports union all select name from unclaimed_files`.execute(
      it.db,
    )
    return found.map(({ name }) => name)
  }
  const [name = ''] = await parts()
  expect(await it.deps.files.get(name)).toBeDefined()
  expect(await purgeOldInventoryImports(it.db)).toBe(1)
  expect(await purgeOldInventoryImports(it.db)).toBe(0)
  await sweepFiles(it.deps)
  expect([await it.deps.files.get(name), await parts(), await it.rows(id)]).toEqual([undefined, [], []])
  expect((await it.show(id)).counts).toMatchObject({ new: 1, written: 1 })
  const gone = await it.seller.call(inventoryImportsRoutes.result, params(id))
  expect(gone.error.code).toBe('inventory_import.file_deleted')
})
