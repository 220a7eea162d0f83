import { sql } from 'kysely'
import { holdIsOpen } from '#api/db/predicates.ts'
import type { Tx } from '#api/db/transaction.ts'
import type { ValueChange } from '../limits/value-change.ts'
import { lockResaleRules } from '../resale-rules/resale-rules.repo.ts'
import { createSeatChoice } from './choose-seats.ts'
import type { BulkProblem } from './plan-change.ts'
import { readSeatsToOffer } from './taken-seats.repo.ts'

/** Rows per transaction: short enough not to delay buyers and the outbox. */
const batchSize = 500

interface Batch {
  editId: string
  teamId: string
  accountId: string
  direction: 'apply' | 'undo'
  /** Of an undo: listings that may go back on sale. */
  confirmed: readonly string[]
  /** Rows up to this place are done. */
  after: number
  now: Date
  /** Names the changes that the seller's limits do not allow, and counts the others; absent without limits. */
  refuse: ((changes: readonly ValueChange[]) => Promise<Refused>) | undefined
}

/** Problems by listing. */
type Refused = ReadonlyMap<string, { code: 'over_limit' | 'selling_suspended' }>

export interface WrittenBatch {
  /** Position of the last row that was checked; `undefined` when the edit is complete. */
  last: number | undefined
  written: number
  eventIds: number[]
}

/** Writes the next rows of the edit, or of its undo, in a few statements whatever their number. */
export async function writeNextBatch(tx: Tx, batch: Batch): Promise<WrittenBatch> {
  const chosen = await chooseRows(tx, batch)
  if (chosen.length === 0) return { last: undefined, written: 0, eventIds: [] }
  const last = chosen.length < batchSize ? undefined : chosen.at(-1)?.position
  const ids = chosen.map(({ id }) => id)
  // In the order of all commands that lock listings. What follows sees the listings as they are after the wait.
  await sql`select from listings l where l.id = any(${ids}) order by l.id collate "C" for no key update`.execute(
    tx,
  )
  await lockSeats(tx, batch, ids)
  await lockResaleRules(tx)
  const inBatch = new Set(ids)
  const confirmed = batch.confirmed.filter((id) => inBatch.has(id))
  const checked = await checkRows(tx, { ...batch, confirmed }, ids)
  const { rows } = await writeStatement(batch, checked).execute(tx)
  return {
    last,
    written: rows.length,
    eventIds: [...new Set(rows.map(({ eventId }) => eventId))],
  }
}

const isPending = {
  apply: sql<boolean>`r.result = 'pending' and r.problem is null and r."after" <> '{}'`,
  undo: sql<boolean>`r.result = 'applied'`,
} as const

/** Whether another call is still writing rows, because it has locked them. */
export async function hasPendingRows(
  tx: Tx,
  { editId, direction }: Pick<Batch, 'editId' | 'direction'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from bulk_edit_rows r where r.bulk_edit_id = ${editId} and ${isPending[direction]} limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

async function chooseRows(
  tx: Tx,
  { editId, direction, confirmed, after }: Batch,
): Promise<{ id: string; position: number }[]> {
  const isDue =
    direction === 'apply'
      ? isPending.apply
      : sql`(${isPending.undo} or r.result = 'undo_skipped' and r.problem = 'not_confirmed'
          and r.listing_id = any(${confirmed}))`
  const { rows } = await sql<{ id: string; position: number }>`
    select r.listing_id as id, r.position from bulk_edit_rows r
    where r.bulk_edit_id = ${editId} and r.position > ${after} and ${isDue}
    order by r.position limit ${batchSize} for update`.execute(tx)
  return rows
}

/** The values that the batch writes. */
const valuesOf = ({ direction }: Batch) => sql.ref(direction === 'apply' ? 'r.after' : 'r.before')

/** Listings that go on sale wait for other commands of the seller for the same event, as `lockSellerSeats` does. */
async function lockSeats(tx: Tx, batch: Batch, ids: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtext('seats/' || e.event_id || '/' || ${batch.teamId}), e.event_id)
    from (
      select distinct l.event_id from bulk_edit_rows r join listings l on l.id = r.listing_id
      where r.bulk_edit_id = ${batch.editId} and r.listing_id = any(${ids}) and ${valuesOf(batch)} ->> 'status' = 'active'
      order by l.event_id
    ) e`.execute(tx)
}

const scalars = [
  ['price_minor', 'bigint'],
  ['floor_minor', 'bigint'],
  ['shown_quantity', 'integer'],
  ['split_type', 'text'],
  ['quantity_limit', 'integer'],
  ['multiple_sale_unit', 'integer'],
  ['in_hand_date', 'date'],
  ['in_hand_days_before', 'smallint'],
  ['own_hold_quantity', 'integer'],
  ['own_hold_until', 'timestamptz'],
  ['own_hold_note', 'text'],
  ['ticket_type', 'text'],
  ['instant_download', 'boolean'],
  ['internal_notes', 'text'],
  ['status', 'text'],
] as const

const assignments = sql.raw(
  [
    ...scalars.map(
      ([name, type]) =>
        `${name} = case when v ? '${name}' then (v ->> '${name}')::${type} else l.${name} end`,
    ),
    `notes = case when v ? 'notes' then v -> 'notes' else l.notes end`,
    `tags = case when v ? 'tags' then array(select jsonb_array_elements_text(v -> 'tags')) else l.tags end`,
    `split_quantities = case when not v ? 'split_quantities' then l.split_quantities
      when jsonb_typeof(v -> 'split_quantities') = 'array'
      then array(select jsonb_array_elements_text(v -> 'split_quantities')::integer) end`,
  ].join(', '),
)

/** What the batch changes of the value on sale, by listing. */
async function readValueChanges(
  tx: Tx,
  batch: Batch,
  ids: readonly string[],
): Promise<Map<string, ValueChange>> {
  const { rows } = await sql<ValueChange>`
    select l.id, l.currency,
      json_build_object('status', l.status, 'priceMinor', l.price_minor, 'quantity', l.quantity, 'sold', l.sold) as before,
      json_build_object('status', coalesce(${valuesOf(batch)} ->> 'status', l.status),
        'priceMinor', coalesce((${valuesOf(batch)} ->> 'price_minor')::bigint, l.price_minor),
        'quantity', l.quantity, 'sold', l.sold) as after
    from bulk_edit_rows r join listings l on l.id = r.listing_id and l.seller_team_id = ${batch.teamId}
    where r.bulk_edit_id = ${batch.editId} and r.listing_id = any(${ids})`.execute(tx)
  return new Map(rows.map((change) => [change.id, change]))
}

interface CheckedRow {
  id: string
  problem: BulkProblem | null
}

/**
 * What stops each of the locked listings from being written, in the order of the preview: one that is not written takes no
 * seats and nothing of the limits from those after it.
 */
async function checkRows(tx: Tx, batch: Batch, ids: readonly string[]): Promise<CheckedRow[]> {
  const { teamId, refuse, now } = batch
  const rows = await checkListings(tx, batch, ids)
  const published = rows.flatMap(({ id, problem, goesOnSale }) =>
    goesOnSale && problem === null ? [id] : [],
  )
  const seatsOf = await readSeatsToOffer(tx, published, { teamId, now })
  const changes = refuse ? await readValueChanges(tx, batch, ids) : new Map<string, ValueChange>()
  const choice = createSeatChoice()
  const checked: CheckedRow[] = []
  for (const { id, problem, goesOnSale } of rows) {
    const seats = goesOnSale ? seatsOf.get(id) : undefined
    const change = changes.get(id)
    const found =
      problem ??
      (choice.isFree(seats) ? null : 'seats_taken') ??
      (change && (await refuse?.([change]))?.get(id)?.code) ??
      null
    if (found === null) choice.choose(seats)
    checked.push({ id, problem: found })
  }
  return checked
}

/** What stops each of the listings by itself. */
async function checkListings(
  tx: Tx,
  batch: Batch,
  ids: readonly string[],
): Promise<(CheckedRow & { goesOnSale: boolean })[]> {
  const { editId, teamId, direction, confirmed, now } = batch
  const isUndo = direction === 'undo'
  const { rows } = await sql<CheckedRow & { goesOnSale: boolean }>`
    with chosen as materialized (
      select r.listing_id as id, r.position, ${isUndo ? sql`r.applied_revision` : sql`r.revision`} as revision,
        ${valuesOf(batch)} as v
      from bulk_edit_rows r where r.bulk_edit_id = ${editId} and r.listing_id = any(${ids})
    ), candidate as materialized (
      select c.*, l.event_id, l.quantity - l.sold as unsold,
        coalesce(c.v ->> 'status', l.status) = 'active' and c.v ?| array['status', 'price_minor'] as is_offered,
        coalesce((c.v ->> 'price_minor')::bigint, l.price_minor) as price_minor, l.face_value_minor,
        c.v ->> 'status' is not distinct from 'active' as goes_on_sale,
        l.id is null or l.revision <> c.revision as is_changed,
        event_blocker(e.status, e.starts_at, ${now}) is not null as is_closed
      from chosen c
      left join listings l on l.id = c.id and l.seller_team_id = ${teamId}
      left join catalogue_events e on e.id = l.event_id
    )
    select c.id, c.goes_on_sale as "goesOnSale", case
      when c.is_changed then 'changed_since'
      when (c.v ->> 'own_hold_until')::timestamptz > ${now} and (c.v ->> 'own_hold_quantity')::integer > c.unsold - (
        select coalesce(sum(h.quantity), 0) from holds h where h.listing_id = c.id and ${holdIsOpen('h', now)})
        then 'not_enough_free'
      when c.is_offered and resale_refusal(c.event_id, ${teamId}, c.price_minor, c.face_value_minor) is not null
        then 'resale_refused'
      when not c.goes_on_sale then null
      when ${isUndo} and c.id <> all(${confirmed}::text[]) then 'not_confirmed'
      when c.is_closed then 'event_closed'
    end as problem
    from candidate c order by c.position`.execute(tx)
  return rows
}

function writeStatement(batch: Batch, checked: readonly CheckedRow[]) {
  const { editId, accountId, direction, now } = batch
  const isUndo = direction === 'undo'
  return sql<{ eventId: number }>`
    with checked as materialized (
      select r.listing_id as id, ${valuesOf(batch)} as v, ${isUndo ? sql`r."after"` : sql`r."before"`} as old, d.problem
      from bulk_edit_rows r
      join jsonb_to_recordset(${JSON.stringify(checked)}::jsonb) as d(id text, problem text) on d.id = r.listing_id
      where r.bulk_edit_id = ${editId}
    ), written as (
      update listings l set ${assignments}, version = l.version + 1, updated_at = ${now}
      from checked c where l.id = c.id and c.problem is null
      returning l.id, l.event_id, l.version, l.revision, l.status, c.v, c.old
    ), marked as (
      update bulk_edit_rows r set
        result = case when w.id is null then ${isUndo ? 'undo_skipped' : 'skipped'} else ${isUndo ? 'undone' : 'applied'} end,
        problem = c.problem,
        applied_revision = ${isUndo ? sql`r.applied_revision` : sql`w.revision`}
      from checked c left join written w on w.id = c.id
      where r.bulk_edit_id = ${editId} and r.listing_id = c.id
    ), announced as (
      insert into outbox (topic, subject, payload)
      select case when not w.v ? 'status' then 'listing.updated' when w.status = 'active' then 'listing.published'
          else 'listing.withdrawn' end,
        w.id, jsonb_build_object('eventId', w.event_id, 'listingId', w.id, 'version', w.version)
      from written w
      where w.v ? 'status'
        or w.status = 'active' and w.v - array['cost_minor', 'floor_minor', 'internal_notes', 'tags', 'in_hand_days_before', 'own_hold_note'] <> '{}'
      order by w.id
    ), recorded as (
      insert into listing_changes (listing_id, at, kind, source, account_id, bulk_edit_id, is_undo, "before", "after")
      select w.id, ${now}, case when not w.v ? 'status' then 'changed' when w.status = 'active' then 'published'
          else 'unpublished' end, 'hand', ${accountId}, ${editId}, ${isUndo}, w.old, w.v
      from written w
    )
    select w.event_id as "eventId" from written w`
}
