import { inventoryEventRequestsRoutes } from '@terrace/contracts/inventory-event-requests'
import { inventoryImportsRoutes } from '@terrace/contracts/inventory-imports'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSecurityEvents } from '#api/audit/audit.repo.ts'
import { parseAdmin } from '#api/cli/admin/arguments.ts'
import { manageEventRequests } from '#api/cli/admin/event-requests.ts'
import {
  addProfile,
  buildInventory,
  ownColumns,
  type FileRow,
  type Inventory,
} from '#api/test/fixtures/inventory-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { runImport } from './imports/run-import.ts'

let it: Inventory
beforeEach(async () => {
  it = await buildInventory()
})
afterEach(() => it.close())

async function admin(...args: string[]): Promise<string> {
  const command = parseAdmin(args)
  if (command.name !== 'event-requests') throw new Error(JSON.stringify(command))
  return manageEventRequests(it.deps, command.request)
}

async function heldKey(importId: string, by: Caller = it.seller): Promise<string> {
  const { data } = await by.call(inventoryImportsRoutes.heldEvents, { params: { import_id: importId } })
  return data.data[0]?.key ?? ''
}

async function request(importId: string, by: Caller = it.seller) {
  return by.call(inventoryEventRequestsRoutes.create, {
    params: { import_id: importId },
    body: { key: await heldKey(importId, by) },
  })
}

const requests = async (by: Caller = it.seller) =>
  (await by.call(inventoryEventRequestsRoutes.list)).data.data
const unknown = { event: 'Unknown Band Live', venue: 'Somewhere' }

async function addRival() {
  const rival = await it.addBuyer({ role: 'seller' })
  const profile = await addProfile(rival)
  const importId = await it.upload(it.file({ id: 'R', ...unknown }), { by: rival, profileId: profile.id })
  await runImport(it.deps, importId)
  return { rival, profile, importId }
}

const stateOf = async (importId: string) =>
  (
    await it.db
      .selectFrom('inventory_imports')
      .select('state')
      .where('id', '=', importId)
      .executeTakeFirstOrThrow()
  ).state

test('the list shows one line for each request, whatever its seller wrote', async () => {
  const { id } = await it.preview(it.file({ id: 'A', ...unknown }))
  const { data } = (await request(id)).data
  await sql`update inventory_event_requests
    set named = jsonb_set(named, '{name}', to_jsonb(${'Unknown\nevr_fake  2031-01-01  Team: Another\u001B[1A'}::text))
    where id = ${data.id}`.execute(it.db)
  const listed = await admin('event-requests')
  expect(listed.split('\n')).toHaveLength(1)
  expect(listed).toContain('Unknown?evr_fake  2031-01-01  Team: Another?[1A')
})

test('an event for a request frees the held rows of all sellers, and later files know the name', async () => {
  const { id } = await it.preview(it.file({ id: 'A', ...unknown }))
  const other = await addRival()
  const { data } = (await request(id)).data
  expect(data).toMatchObject({
    name: 'Unknown Band Live',
    venue: 'Somewhere',
    state: 'open',
    requested_by: 'Jo Marsh',
  })
  await request(other.importId, other.rival)
  expect(await admin('event-requests')).toContain(`${data.id}  `)
  expect(await admin('event-requests', 'answer', data.id, String(it.eventId))).toContain(
    '2 requests answered, rows of 2 imports freed',
  )
  expect(await it.work(id)).toMatchObject({ state: 'previewed', counts: { new: 1, held: 0 } })
  expect(await stateOf(other.importId)).toBe('matched')
  expect(await requests()).toMatchObject([{ state: 'answered', event: { id: it.eventId } }])
  expect(await requests(other.rival)).toMatchObject([{ state: 'answered' }])
  const later = await it.preview(it.file({ id: 'B', row: 'B', ...unknown }))
  expect(later.shown.counts).toMatchObject({ new: 1, held: 0 })
  const [entry] = await readSecurityEvents(it.db, { kind: 'inventory.name_decided', limit: 1 })
  expect(entry).toMatchObject({ details: { event_id: it.eventId, imports: 2 } })
})

const withIds = {
  columns: {
    ...ownColumns,
    Notes: { field: 'foreign_event_id' as const },
  },
}

/** A seller of the same system, whose files have its ids in the column Notes. */
async function addSellerWithIds(rows: Partial<FileRow> & { notes: string }) {
  const by = await it.addBuyer({ role: 'seller' })
  const profile = await addProfile(by, withIds)
  await sql`
    update inventory_profile_versions set settings = jsonb_set(settings, '{dialect}', '"stubhub-simple"')
    where profile_id = ${profile.id}`.execute(it.db)
  const send = async (values: Partial<FileRow>) => {
    const id = await it.upload(it.file({ id: 'F', ...values }), { by, profileId: profile.id })
    await runImport(it.deps, id)
    return id
  }
  return { by, send, importId: await send(rows) }
}

const heldRows = async (importId: string) =>
  it.db
    .selectFrom('inventory_import_events')
    .select(['event_id', 'key'])
    .where('import_id', '=', importId)
    .where('event_id', 'is', null)
    .execute()

test('an event for a request decides on the id in a file only for its seller, since the name may not belong to it', async () => {
  const hostile = await addSellerWithIds({ notes: 'id-of-x', ...unknown })
  const honest = await addSellerWithIds({ notes: 'id-of-x', event: 'Event X', venue: 'Elsewhere' })
  const { data } = (await request(hostile.importId, hostile.by)).data
  await request(honest.importId, honest.by)
  expect(await admin('event-requests', 'answer', data.id, String(it.eventId))).toContain(
    '1 requests answered, rows of 1 imports freed',
  )
  expect(await heldRows(honest.importId)).toHaveLength(1)
  const later = { notes: 'id-of-x', event: 'Event X', venue: 'Elsewhere', row: 'B' }
  expect(await heldRows(await honest.send(later))).toHaveLength(1)
  expect(await heldRows(await hostile.send({ ...later, event: 'Other' }))).toHaveLength(0)
})

test('an event for a request frees all sellers with the name, also those whose file has another id', async () => {
  const one = await addSellerWithIds({ notes: '111', ...unknown })
  const other = await addSellerWithIds({ notes: '222', ...unknown })
  const { data } = (await request(one.importId, one.by)).data
  await request(other.importId, other.by)
  expect(await admin('event-requests', 'answer', data.id, String(it.eventId))).toContain(
    '2 requests answered, rows of 2 imports freed',
  )
  expect(await heldRows(other.importId)).toHaveLength(0)
})

test('requests without a name stay open when another one is resolved', async () => {
  const one = await addSellerWithIds({ notes: '111', event: '', venue: '' })
  const other = await addSellerWithIds({ notes: '222', event: '', venue: '' })
  const { data } = (await request(one.importId, one.by)).data
  await request(other.importId, other.by)
  await admin('event-requests', 'answer', data.id, String(it.eventId))
  expect(await heldRows(one.importId)).toHaveLength(0)
  expect(await heldRows(other.importId)).toHaveLength(1)
  expect(await requests(other.by)).toMatchObject([{ state: 'open' }])
})

test('a file that is being previewed is previewed again once its request is resolved', async () => {
  const { id } = await it.preview(it.file({ id: 'A', ...unknown }))
  const { data } = (await request(id)).data
  await sql`update inventory_imports set state = 'matched' where id = ${id}`.execute(it.db)
  await admin('event-requests', 'answer', data.id, String(it.eventId))
  expect(await it.work(id)).toMatchObject({ state: 'previewed', counts: { new: 1, held: 0 } })
})

test('resolving a request leaves a file alone that is being applied', async () => {
  const { id } = await it.preview(it.file({ id: 'A' }, { id: 'B', row: 'B', ...unknown }))
  const { data } = (await request(id)).data
  const started = await it.db.transaction().execute(async (tx) => {
    await sql`update inventory_imports set state = 'applying', applied_at = now() where id = ${id}`.execute(
      tx,
    )
    const output = admin('event-requests', 'answer', data.id, String(it.eventId))
    await expect
      .poll(async () => {
        const { rows } = await sql`select from pg_locks where not granted`.execute(it.db)
        return rows.length
      })
      .toBeGreaterThan(0)
    return { output }
  })
  expect(await started.output).toContain('rows of 0 imports freed')
  expect(await it.work(id)).toMatchObject({ state: 'done_with_errors', counts: { written: 1, held: 1 } })
})

test('a declined request shows its reason, and may be made again', async () => {
  const { id } = await it.preview(it.file({ id: 'A', ...unknown }))
  const { data } = (await request(id)).data
  await admin('event-requests', 'decline', data.id, '--reason', 'No such concert is announced')
  expect(await requests()).toMatchObject([
    { state: 'declined', reason: 'No such concert is announced', event: null },
  ])
  expect((await it.show(id)).counts.held).toBe(1)
  const { rows } = await sql<{ detail: string }>`
    select payload ->> 'detail' as detail from outbox where topic = 'inventory.notice'`.execute(it.db)
  expect(rows).toEqual([{ detail: 'No such concert is announced' }])
  await expect(admin('event-requests', 'answer', data.id, String(it.eventId))).rejects.toThrow(
    'input.invalid',
  )
  expect((await request(id)).data.data.id).not.toBe(data.id)
  for (const kind of ['inventory.event_requested', 'inventory.event_request_declined'] as const)
    expect(await readSecurityEvents(it.db, { kind, limit: 5 })).not.toEqual([])
})

test('an event is requested once, also by two clicks at once, and not when it is known', async () => {
  const { id } = await it.preview(it.file({ id: 'A', ...unknown }, { id: 'B', ...unknown, row: 'B' }))
  const responses = await Promise.all([request(id), request(id)])
  expect(new Set(responses.map(({ data }) => data.data.id)).size).toBe(1)
  expect(await requests()).toHaveLength(1)
  const key = await heldKey(id)
  await it.seller.call(inventoryImportsRoutes.decideEvent, {
    params: { import_id: id },
    body: { key, event_id: it.eventId },
  })
  const call = (of: string) =>
    it.seller.call(inventoryEventRequestsRoutes.create, { params: { import_id: id }, body: { key: of } })
  expect((await call(key)).error.code).toBe('inventory_import.event_known')
  expect((await call('x')).error.code).toBe('inventory_import.event_not_found')
})

test('a seller’s own choice frees its other files and resolves its request, and changes nothing for other sellers', async () => {
  const { id } = await it.preview(it.file({ id: 'A', ...unknown }))
  const { id: second } = await it.preview(it.file({ id: 'B', row: 'B', ...unknown }))
  const other = await addRival()
  await request(id)
  await request(other.importId, other.rival)
  await it.seller.call(inventoryImportsRoutes.decideEvent, {
    params: { import_id: id },
    body: { key: await heldKey(id), event_id: it.eventId },
  })
  expect(await it.work(second)).toMatchObject({ state: 'previewed', counts: { new: 1, held: 0 } })
  expect(await requests()).toMatchObject([{ state: 'answered', event: { id: it.eventId } }])
  expect(await requests(other.rival)).toMatchObject([{ state: 'open' }])
  expect(await heldRows(other.importId)).toHaveLength(1)
})

test('the operator decides on the name and the id of a request for all sellers at once', async () => {
  const one = await addSellerWithIds({ notes: '111', ...unknown })
  const { data } = (await request(one.importId, one.by)).data
  const sameId = await addSellerWithIds({ notes: '111', event: 'Another spelling', venue: 'Somewhere' })
  const sameName = await addSellerWithIds({ notes: '222', ...unknown })
  expect(await admin('event-requests')).toContain(`${data.id}  `)
  expect(await admin('event-names', 'set', data.id, String(it.eventId))).toBe(
    `“Unknown Band Live” and stubhub-simple 111 mean event ${it.eventId} in files of all sellers: 1 requests answered, rows of 3 imports freed`,
  )
  for (const { importId } of [one, sameId, sameName]) expect(await heldRows(importId)).toHaveLength(0)
  await expect(admin('event-names', 'set', 'evr_unknown', String(it.eventId))).rejects.toThrow(
    'input.invalid',
  )
})

test('a name frees rows whatever id their system gives the event', async () => {
  const withId = await addSellerWithIds({ notes: '111', ...unknown })
  const other = await addSellerWithIds({ notes: '111', event: 'Other Band', venue: 'Somewhere' })
  const { title, venue } = { title: unknown.event, venue: unknown.venue }
  const { day } = it.event
  await admin('event-names', 'set', String(it.eventId), '--title', title, '--venue', venue, '--day', day)
  expect(await heldRows(withId.importId)).toHaveLength(0)
  expect(await heldRows(other.importId)).toHaveLength(1)
})

test('the operator decides on a name without a request', async () => {
  const { id } = await it.preview(it.file({ id: 'A', ...unknown }))
  const { day } = it.event
  const set = (...options: string[]) => admin('event-names', 'set', String(it.eventId), ...options)
  expect(await set('--title', unknown.event, '--venue', unknown.venue, '--day', day)).toContain(
    'rows of 1 imports',
  )
  expect(await it.work(id)).toMatchObject({ counts: { new: 1, held: 0 } })
  await expect(admin('event-names', 'set', '99999999', '--title', 'x')).rejects.toThrow('input.invalid')
})

test.each([
  [['event-requests', 'answer', 'evr_1'], 'needs the number of an event'],
  [['event-requests', 'answer', '7', '7'], 'needs the id of a request'],
  [['event-requests', 'decline', 'evr_1'], 'needs --reason'],
  [['event-requests', 'remove', 'evr_1'], 'accepts list, answer or decline'],
  [['event-names', 'set', '7'], 'needs a request, --title'],
  [['event-names', 'set', '7', '--foreign-id', '1'], 'needs --source'],
  [['event-names', 'set', '7', '--title', 'x', '--day', 'soon'], '--day: must be a day'],
  [['event-names', '7'], 'accepts set'],
  [['event-names', 'set', 'evr_1'], 'needs the number of an event'],
])('the command %j says what is wrong', (args, reason) => {
  const command = parseAdmin(args)
  expect(command.name === 'usage-error' ? command.reason : command.name).toContain(reason)
})
