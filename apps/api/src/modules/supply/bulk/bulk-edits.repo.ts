import { sellerFeeBp } from '@terrace/domain/money/seller-proceeds'
import { sql } from 'kysely'
import { holdIsOpen } from '#api/db/predicates.ts'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import { fieldColumns } from '../edit/listing-fields.repo.ts'
import type { BulkListing, BulkProblem, PlannedChange } from './plan-change.ts'

export interface BulkEdit {
  id: string
  state: 'previewed' | 'applying' | 'applied' | 'undoing' | 'undone'
  createdAt: Date
  createdBy: string | null
  /** Names of the fields that it changes. */
  fields: string[]
  appliedAt: Date | null
}

/** Reads what a bulk edit needs of the team's listings; those of other teams are missing. */
export async function readBulkListings(
  db: DbOrTx,
  {
    teamId,
    ids,
    now,
    comparesPrices,
    countsFree,
  }: {
    teamId: string
    ids: readonly string[]
    now: Date
    comparesPrices: boolean
    countsFree: boolean
  },
): Promise<BulkListing[]> {
  const { rows } = await sql<BulkListing>`
    select l.id, l.event_id as "eventId", l.revision, l.currency,
      ${countsFree ? sql`l.quantity - l.sold - held.tickets` : sql`0`} as free, to_char(e.local_at, 'YYYY-MM-DD') as "localDay",
      event_blocker(e.status, e.starts_at, ${now}) is null as "isOnSale", ${sql.raw(fieldColumns('l'))},
      ${comparesPrices ? sql`market.lowest_minor` : sql`null::bigint`} as "lowestMinor"
    from listings l
    join catalogue_events e on e.id = l.event_id
    ${
      countsFree
        ? sql`cross join lateral (select coalesce(sum(h.quantity), 0)::integer as tickets from holds h
            where h.listing_id = l.id and ${holdIsOpen('h', now)}) held`
        : sql``
    }
    ${comparesPrices ? sql`left join comparable_prices(${ids}, ${now}) market on market.listing_id = l.id` : sql``}
    where l.id = any(${ids}) and l.seller_team_id = ${teamId}`.execute(db)
  return rows
}

export async function insertBulkEdit(
  tx: Tx,
  edit: { id: string; teamId: string; accountId: string; change: object; createdAt: Date },
): Promise<void> {
  await tx
    .insertInto('bulk_edits')
    .values({
      id: edit.id,
      team_id: edit.teamId,
      account_id: edit.accountId,
      change: JSON.stringify(edit.change),
      created_at: edit.createdAt,
    })
    .execute()
}

export interface NewBulkRow extends PlannedChange {
  position: number
  listingId: string
  revision: number
}

export async function insertBulkRows(tx: Tx, editId: string, rows: readonly NewBulkRow[]): Promise<void> {
  await sql`
    insert into bulk_edit_rows (bulk_edit_id, position, listing_id, revision, "before", "after", uses_floor, problem)
    select ${editId}, r.position, r."listingId", r.revision, r."before", r."after", r."usesFloor", r.problem
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (position integer, "listingId" text, revision integer,
      "before" jsonb, "after" jsonb, "usesFloor" boolean, problem text)`.execute(tx)
}

const columns = sql`b.id, b.state, b.created_at as "createdAt", b.applied_at as "appliedAt",
  case when a.erased_at is null then a.full_name end as "createdBy",
  array(select jsonb_object_keys(b.change)) as fields`

export async function findBulkEdit(
  db: DbOrTx,
  { teamId, id }: { teamId: string; id: string },
): Promise<BulkEdit | undefined> {
  const { rows } = await sql<BulkEdit>`
    select ${columns} from bulk_edits b join accounts a on a.id = b.account_id
    where b.id = ${id} and b.team_id = ${teamId}`.execute(db)
  return rows[0]
}

/** Locks the edit, so that only one call at a time changes its state. */
export async function lockBulkEdit(
  tx: Tx,
  target: { teamId: string; id: string },
): Promise<BulkEdit | undefined> {
  await sql`select from bulk_edits where id = ${target.id} and team_id = ${target.teamId} for update`.execute(
    tx,
  )
  return findBulkEdit(tx, target)
}

/** Applied since `since`, newest first. */
export async function readAppliedEdits(
  db: DbOrTx,
  { teamId, since }: { teamId: string; since: Date },
): Promise<BulkEdit[]> {
  const { rows } = await sql<BulkEdit>`
    select ${columns} from bulk_edits b join accounts a on a.id = b.account_id
    where b.team_id = ${teamId} and b.state <> 'previewed' and b.applying_at > ${since}
    order by b.created_at desc limit 100`.execute(db)
  return rows
}

const timeOf = {
  applying: 'applying_at',
  applied: 'applied_at',
  undoing: 'undoing_at',
  undone: null,
} as const

export async function setBulkState(
  tx: Tx,
  { id, state, at }: { id: string; state: Exclude<BulkEdit['state'], 'previewed'>; at: Date },
): Promise<void> {
  const column = timeOf[state]
  await tx
    .updateTable('bulk_edits')
    .set({ state, ...(column && { [column]: at }) })
    .where('id', '=', id)
    .execute()
}

export interface BulkCounts {
  selected: number
  changed: number
  unchanged: number
  problems: number
  applied: number
  undone: number
  events: number
  values: {
    currency: string
    asking_from: number
    asking_to: number
    proceeds_from: number
    proceeds_to: number
  }[]
}

const wasApplied = sql<boolean>`r.result in ('applied', 'undone', 'undo_skipped')`
const isChanged = sql<boolean>`r."after" <> '{}' and (r.problem is null or ${wasApplied})`

export async function countBulkRows(db: DbOrTx, editId: string): Promise<BulkCounts> {
  const proceeds = (price: string) =>
    sql`${sql.ref(price)} - (${sql.ref(price)} * ${sellerFeeBp} + 5000) / 10000`
  const { rows } = await sql<BulkCounts>`
    with changed as materialized (
      select r.*, l.event_id, l.currency, l.quantity - l.sold as unsold, ${isChanged} as is_changed,
        coalesce((r."before" ->> 'price_minor')::bigint, l.price_minor) as price_from,
        coalesce((r."after" ->> 'price_minor')::bigint, l.price_minor) as price_to
      from bulk_edit_rows r left join listings l on l.id = r.listing_id
      where r.bulk_edit_id = ${editId}
    )
    select count(*)::integer as selected, (count(*) filter (where is_changed))::integer as changed,
      (count(*) filter (where "after" = '{}' and problem is null))::integer as unchanged,
      (count(problem))::integer as problems,
      (count(*) filter (where result in ('applied', 'undone', 'undo_skipped')))::integer as applied,
      (count(*) filter (where result = 'undone'))::integer as undone,
      (count(distinct event_id) filter (where is_changed))::integer as events,
      coalesce((select jsonb_agg(to_jsonb(v) order by v.currency) from (
        select currency, sum(price_from * unsold) as asking_from, sum(price_to * unsold) as asking_to,
          sum((${proceeds('price_from')}) * unsold) as proceeds_from,
          sum((${proceeds('price_to')}) * unsold) as proceeds_to
        from changed where is_changed group by currency
      ) v), '[]') as values
    from changed`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('an aggregate has one row')
  return counts
}

export interface BulkRow {
  listingId: string
  eventId: number | null
  eventTitle: string | null
  section: string | null
  row: string | null
  currency: string | null
  firstSeat: number | null
  lastSeat: number | null
  seats: number[] | null
  before: PlannedChange['before']
  after: PlannedChange['after']
  usesFloor: boolean
  problem: BulkProblem | null
  result: 'pending' | 'applied' | 'skipped' | 'undone' | 'undo_skipped'
}

const shown = {
  all: sql`true`,
  changed: isChanged,
  problems: sql`r.problem is not null`,
  unchanged: sql`r."after" = '{}' and r.problem is null`,
} as const

/** One page of the rows, in their order, and how many there are. */
export async function readBulkRows(
  db: DbOrTx,
  {
    editId,
    show,
    page,
    perPage,
  }: { editId: string; show: keyof typeof shown; page: number; perPage: number },
): Promise<{ rows: BulkRow[]; total: number }> {
  const { rows } = await sql<BulkRow>`
    select r.listing_id as "listingId", e.id as "eventId", e.title as "eventTitle", l.section, l."row", l.currency,
      l.first_seat as "firstSeat", l.last_seat as "lastSeat", l.seats, r."before", r."after", r.uses_floor as "usesFloor", r.problem, r.result
    from bulk_edit_rows r
    -- An unknown listing may be another team's.
    left join listings l on l.id = r.listing_id and r.problem is distinct from 'not_found'
    left join events e on e.id = l.event_id
    where r.bulk_edit_id = ${editId} and ${shown[show]}
    order by r.position limit ${perPage} offset ${(page - 1) * perPage}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*)::integer as total from bulk_edit_rows r
    where r.bulk_edit_id = ${editId} and ${shown[show]}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}
