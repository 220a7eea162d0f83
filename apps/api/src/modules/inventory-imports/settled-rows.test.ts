import { checkoutRoutes } from '@terrace/contracts/checkout'
import { inventoryEditRoutes } from '@terrace/contracts/inventory-edit'
import { inventoryImportsRoutes } from '@terrace/contracts/inventory-imports'
import { randomInteger, randomItem, seededRandom, type Random } from '@terrace/domain/text/short-hash'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { updateListingAsOperator, withdrawListing } from '#api/modules/supply/index.ts'
import { addEvent } from '#api/test/fixtures/factories.ts'
import { editStock, firstStock, stockFile, type StockRow } from '#api/test/fixtures/inventory/edited-stock.ts'
import { buildInventory, type Inventory } from '#api/test/fixtures/inventory-fixture.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'
import { runImport } from './imports/run-import.ts'

/** Two marketplaces with the same history. In the second one, no row is settled, so that every import reads all rows. */
interface Pair {
  kept: Inventory
  full: Inventory
  second: [number, number]
}

let pair: Pair
let keptRows = 0
beforeEach(async () => {
  const [kept, full] = [await build(), await build()]
  pair = { kept: kept.it, full: full.it, second: [kept.second, full.second] }
})
afterEach(async () => {
  await pair.kept.close()
  await pair.full.close()
})

async function build() {
  const it = await buildInventory({ config: { maxHeldTicketsPerTeam: 1000 } })
  const second = await addEvent(it.db, { venueId: it.venueId, title: 'Second Choice v Third Party' })
  return { it, second }
}

const params = (importId: string) => ({ params: { import_id: importId } })
const both = () => [pair.kept, pair.full] as const

async function names(it: Inventory, second: number) {
  const { rows } = await sql<{ day: string }>`
    select to_char(local_at, 'YYYY-MM-DD') as day from events where id = ${second}`.execute(it.db)
  return {
    events: [it.event, { title: 'Second Choice v Third Party', day: rows[0]?.day ?? '' }],
    venue: it.event.venue,
  }
}

/** Uploads the file in both marketplaces. */
async function previewBoth(rows: readonly StockRow[], form = {}, madeAt?: Date): Promise<[string, string]> {
  const ids: string[] = []
  for (const [at, it] of both().entries()) {
    if (it === pair.full) await sql`update inventory_listing_sources set row_digest = null`.execute(it.db)
    const file = stockFile(rows, await names(it, pair.second[at] ?? 0), form)
    const id = await it.upload(file, madeAt ? { madeAt } : {})
    await runImport(it.deps, id)
    ids.push(id)
    if (it === pair.kept) keptRows = await keptRowsOf(id)
  }
  return [ids[0] ?? '', ids[1] ?? '']
}

async function inBoth<Result>(
  ids: readonly [string, string],
  work: (it: Inventory, id: string) => Promise<Result>,
): Promise<Result[]> {
  return [await work(pair.kept, ids[0]), await work(pair.full, ids[1])]
}

/** The text without what differs between two databases that hold the same. */
async function neutral(it: Inventory, value: unknown): Promise<unknown> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, coalesce(external_id, '') || '/' || section || '/' || "row" || '/' || coalesce(first_seat, 0) || '/' || row_number()
      over (partition by external_id, section, "row", first_seat order by created_at, revision) as name
    from listings`.execute(it.db)
  const nameOf = new Map(rows.map(({ id, name }) => [id, name]))
  const second = it === pair.kept ? pair.second[0] : pair.second[1]
  const text = JSON.stringify(value)
    .replaceAll(/lst_[\w-]+/g, (id) => `listing ${nameOf.get(id) ?? '?'}`)
    .replaceAll(it.event.title, 'FIRST')
    .replaceAll(it.event.venue, 'VENUE')
    .replaceAll(new RegExp(`"(event_id|id)":${it.eventId}\\b`, 'g'), '"$1":"first"')
    .replaceAll(new RegExp(`"(event_id|id)":${second}\\b`, 'g'), '"$1":"second"')
  return JSON.parse(text)
}

async function summary(it: Inventory, id: string) {
  const shown = await it.show(id)
  const held = (await it.seller.call(inventoryImportsRoutes.heldEvents, params(id))).data.data
  // These two depend on which rows were read.
  const {
    id: _id,
    profile: _profile,
    last_file: last,
    examples: _examples,
    kept_rows: _kept,
    ...rest
  } = shown
  const { file_made_at, created_at, uploaded_by, applied_at, finished_at, undone_at, undo_until, ...facts } =
    rest
  const times = [applied_at, finished_at, undone_at, undo_until].map((time) => time !== null)
  void [file_made_at, created_at, uploaded_by]
  return neutral(it, {
    ...facts,
    file_bytes: 0,
    last,
    times,
    held: held.map(({ key: _key, ...event }) => event),
  })
}

/** The rows that do something, and the result of each row; those that were not read name the listing of today. */
async function allRows(it: Inventory, id: string) {
  const rows = await it.rows(id, { per_page: 100 })
  const { data } = (await it.seller.call(inventoryImportsRoutes.result, params(id))).data
  const csv = data.csv.split('\r\n').map((line) => line.replace(/,unchanged,,,.*$/, ',unchanged'))
  const changing = rows.filter(({ action }) => action !== 'unchanged')
  const all = (await neutral(it, [...changing, ...csv])) as unknown[]
  // Withdrawals of one place are in the order of their ids, which are random.
  return all.map((row) => JSON.stringify(row)).toSorted()
}

async function stock(it: Inventory) {
  const { rows } = await sql`
    select l.external_id, l.section, l."row", l.first_seat, l.last_seat, l.seats, l.quantity, l.sold, l.price_minor,
      l.status, l.revision, l.version, l.notes, l.tags, l.split_type, l.in_hand_date::text, e.title,
      (select count(*)::int from listing_changes c where c.listing_id = l.id) as changes,
      s.listing_id is not null as is_managed
    from listings l join events e on e.id = l.event_id left join inventory_listing_sources s on s.listing_id = l.id
    order by l.external_id, l.section, l."row", l.first_seat, l.status, l.revision, l.price_minor`.execute(
    it.db,
  )
  return neutral(it, rows)
}

async function expectSame(work: (it: Inventory) => Promise<unknown>, message: string): Promise<void> {
  const [left, right] = [await work(pair.kept), await work(pair.full)]
  expect(left, message).toEqual(right)
}

const keptRowsOf = async (id: string) => {
  const { rows } = await sql<{ kept: number }>`
    select kept_rows as kept from inventory_imports where id = ${id}`.execute(pair.kept.db)
  return rows[0]?.kept ?? 0
}

/** Something that happens between two files. */
async function disturb(random: Random): Promise<string> {
  const { rows } = await sql<{ external_id: string }>`
    select external_id from listings where status = 'active' and external_id is not null and sold < quantity
    order by external_id`.execute(pair.kept.db)
  const externalId = rows.length > 0 ? randomItem(random, rows).external_id : ''
  const idOf = async (it: Inventory) =>
    (await it.listings()).find((listing) => listing.external_id === externalId)?.id ?? ''
  const price = randomInteger(random, 2000, 9000)
  const disturbances: Record<string, (it: Inventory, second: number) => Promise<unknown>> = {
    price: async (it) => updateListingAsOperator(it.deps, { listingId: await idOf(it), priceMinor: price }),
    withdraw: async (it) => withdrawListing(it.deps, await idOf(it)),
    move: async (it) => {
      const listing = (await it.listings()).find((one) => one.external_id === externalId)
      if (!listing || listing.first_seat === null) return undefined
      if (listing.quantity > 1) await it.hold(await it.addBuyer(), listing.id, 1)
      const { rows: versions } = await sql<{ version: number }>`
        select version from listings where id = ${listing.id}`.execute(it.db)
      return it.seller.call(inventoryEditRoutes.update, {
        params: { listing_id: listing.id },
        body: { version: versions[0]?.version ?? 0, row: `M${price}`, move_rest: true },
      })
    },
    hold: async (it) => it.hold(await it.addBuyer(), await idOf(it), 1),
    sale: async (it) => {
      const buyer = await it.addBuyer()
      const held = await it.hold(buyer, await idOf(it), 1)
      return buyer.call(checkoutRoutes.buy, { body: purchaseBody([held]) })
    },
    alias: async (it, second) => {
      const key = 'alias night'
      return sql`
        insert into inventory_event_names (team_id, source, key, event_id)
        select ${it.sellerTeamId}, '', right(e.key, -2), ${price % 2 === 0 ? second : it.eventId}
        from (select distinct key from inventory_import_events where key like '%' || ${key} || '%') e
        on conflict on constraint inventory_event_names__unique do update set event_id = excluded.event_id`.execute(
        it.db,
      )
    },
    postpone: async (it, second) =>
      sql`update events set status = case status when 'postponed' then 'scheduled' else 'postponed' end
        where id = ${second}`.execute(it.db),
    blocks: async (it) =>
      sql`update seating_plans set plan = jsonb_set(plan, '{blocks,1,name}',
        case plan #>> '{blocks,1,name}' when 'Block 113' then '"Block 114"'::jsonb else '"Block 113"'::jsonb end)
        where venue_id = ${it.venueId}`.execute(it.db),
  }
  const name = randomItem(random, Object.keys(disturbances))
  for (const [at, it] of both().entries())
    await disturbances[name]?.(it, pair.second[at] ?? 0).catch(() => undefined)
  return name
}

for (const seed of [1, 2, 3])
  test(`a file of which only changed rows are read does what it does when all are read (${seed})`, async () => {
    const random = seededRandom(seed)
    const rows = firstStock(40)
    const past: [string, string][] = []
    const log: string[] = []
    let allKept = 0
    let isFresh = false
    for (let step = 0; step < steps; step += 1) {
      for (let edits = step === 0 ? 0 : randomInteger(random, 1, 3); edits > 0; edits -= 1)
        log.push(editStock(rows, random))
      if (step > 0 && random() < 0.4) log.push(`(${await disturb(random)})`)
      const message = `seed ${seed}, step ${step}: ${log.slice(-12).join(' ')}`
      // A file that is older than the last one is refused, so all later ones are as fresh.
      isFresh ||= random() < 0.1
      const form = { lineBreak: random() < 0.2 ? '\r\n' : '\n', hasLastBreak: random() < 0.8 }
      const ids = await previewBoth(rows, form, isFresh ? new Date() : undefined)
      log.push(`${keptRows} kept;`)
      allKept += keptRows
      const [left, right] = await inBoth(ids, summary)
      expect(left, message).toEqual(right)
      if (random() < 0.3) {
        const [shown, expected] = await inBoth(ids, allRows)
        expect(shown, message).toEqual(expected)
      }
      if (random() < 0.85) {
        const isKept = random() < 0.3
        const count = (await pair.full.show(ids[1])).counts.withdrawn
        await inBoth(ids, async (it, id) => {
          if ((await it.show(id)).withdrawals === 'guarded')
            await it.seller.call(inventoryImportsRoutes.decideWithdrawals, {
              ...params(id),
              body: isKept ? { keep: true } : { count },
            })
          await it.apply(id)
        })
        const [applied, expected] = await inBoth(ids, summary)
        expect(applied, message).toEqual(expected)
        await expectSame(stock, message)
      }
      if (step > 0 && random() < 0.1) {
        const relist = random() < 0.5
        log.push('(undo)')
        await inBoth(ids, async (it, id) => {
          await it.seller.call(inventoryImportsRoutes.undo, {
            ...params(id),
            body: { relist_withdrawn: relist },
          })
          await it.work(id).catch(() => undefined)
        })
        // Previews of files that were not applied are made again.
        for (const waiting of past) await inBoth(waiting, (it, id) => it.work(id).catch(() => undefined))
        await expectSame(stock, message)
      }
      past.push(ids)
    }
    for (const [at, ids] of past.entries()) {
      // It is older than the last one: what was read of it depends on when it was refused.
      if ((await pair.full.show(ids[1])).state === 'refused') continue
      const [shown, expected] = await inBoth(ids, allRows)
      expect(shown, `seed ${seed}, import ${at} of ${log.join(' ')}`).toEqual(expected)
    }
    // Otherwise nothing was compared.
    expect(allKept, log.join(' ')).toBeGreaterThan(steps * 12)
  }, 600_000)

const steps = 14
