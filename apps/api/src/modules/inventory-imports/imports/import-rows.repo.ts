import { formatCount } from '@terrace/domain/tickets/format-count'
import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'
import { UnreadableFile } from '../reading/decode-text.ts'
import type { InventoryRow, RowWarning } from '../reading/inventory-row.ts'

export interface ParsedImportRow {
  position: number
  line: number
  external_id: string | null
  event_key: string | null
  contents: InventoryRow | null
  action: 'pending' | 'invalid'
  code: string | null
  message: string | null
  warnings: RowWarning[]
  /** In hexadecimal; `null` for a row that later files have to read, too. */
  digest: string | null
}

/**
 * Stores rows, which are JSON of `ParsedImportRow[]`. Repeating it changes nothing: a process that was too slow may have
 * written the same ones.
 */
export async function insertRows(db: DbOrTx, importId: string, rowsJson: string): Promise<void> {
  await sql`
    insert into inventory_import_rows (import_id, position, line, external_id, event_key, contents, action, code, message,
      warnings, digest)
    select ${importId}, position, line, external_id, event_key, nullif(contents, 'null'), action, code, message, warnings,
      decode(digest, 'hex')
    from jsonb_to_recordset(${rowsJson}::jsonb) as r(position integer, line integer, external_id text,
      event_key text, contents jsonb, action text, code text, message text, warnings jsonb, digest text)
    on conflict do nothing`.execute(db)
}

const deletedAtOnce = 20_000

/**
 * Deletes what an earlier attempt left, in parts, except what people have decided about events. Returns `false`, and deletes
 * nothing, if the file is no longer being read: a slow worker's import may have been taken over and applied.
 */
export async function deleteRows(db: DbOrTx, importId: string): Promise<boolean> {
  for (;;) {
    const { rows } = await sql<{ isReading: boolean; deleted: number }>`
      with reading as materialized (
        select id from inventory_imports where id = ${importId} and state = 'received' for update
      ), deleted as (
        delete from inventory_import_rows r using reading
        where r.import_id = reading.id and r.position in (
          select position from inventory_import_rows where import_id = ${importId} limit ${deletedAtOnce})
        returning 1
      )
      select exists (select from reading) as "isReading", (select count(*)::int from deleted) as deleted`.execute(
      db,
    )
    if (!rows[0]?.isReading) return false
    if (rows[0].deleted === 0) break
  }
  await sql`
    delete from inventory_import_events e using inventory_imports i
    where e.import_id = ${importId} and i.id = e.import_id and i.state = 'received'
      and not e.is_skipped and e.matched_by is distinct from 'decision'`.execute(db)
  return true
}

/*
 * The queries below are materialized: the planner has no statistics of new rows yet, and would repeat the query for each of
 * them.
 */

/** Rejects rows whose id appears twice, because they contradict each other about one listing. */
export async function rejectRepeatedIds(db: DbOrTx, importId: string): Promise<void> {
  await sql`
    with twice as materialized (
      select unnest(array_agg(position)) as position, string_agg(line::text, ', ' order by line) as lines
      from inventory_import_rows where import_id = ${importId} and external_id is not null
      group by external_id having count(*) > 1
    )
    update inventory_import_rows r set action = 'invalid', contents = null, code = 'id_twice',
      message = 'The id ' || r.external_id || ' appears on lines ' || left(twice.lines, 200)
    from twice where r.import_id = ${importId} and r.position = twice.position and r.action = 'pending'`.execute(
    db,
  )
}

/** Rejects rows with seats that an earlier row of the file offers under another id. */
export async function rejectRepeatedSeats(db: DbOrTx, importId: string): Promise<void> {
  await sql`
    with placed as materialized (
      select position, line, concat_ws('/', event_key, lower(contents ->> 'section'), lower(contents ->> 'row')) as place,
        (contents ->> 'firstSeat')::integer as first_seat, (contents ->> 'lastSeat')::integer as last_seat
      from inventory_import_rows
      where import_id = ${importId} and action = 'pending' and contents ->> 'firstSeat' is not null
        and contents ->> 'seatStep' = '1' and contents -> 'seats' is null
    ), earlier as materialized (
      select position, first_line from (
        select position, first_seat, max(last_seat) over before as seats_until, lag(line) over in_order as first_line
        from placed
        window in_order as (partition by place order by first_seat, position),
          before as (in_order rows between unbounded preceding and 1 preceding)
      ) compared where first_seat <= seats_until
    )
    update inventory_import_rows r set action = 'invalid', contents = null, code = 'seats_twice',
      message = 'Some of these seats are on line ' || earlier.first_line || ' too, under another id'
    from earlier where r.import_id = ${importId} and r.position = earlier.position`.execute(db)
  await rejectRepeatedSingleSeats(db, importId)
}

/** Comparing more would take longer than a statement may. Real files have rows of a few seats. */
const maxComparedSeats = 5_000_000

/** Rows with seats, and those of them that share a row of the venue with seats that are not adjacent. */
const mixedRows = (importId: string) => sql`
  placed as materialized (
    select position, line, contents,
      concat_ws('/', event_key, lower(contents ->> 'section'), lower(contents ->> 'row')) as place
    from inventory_import_rows
    where import_id = ${importId} and action = 'pending' and contents ->> 'firstSeat' is not null
  ), mixed as materialized (
    select distinct place from placed where contents ->> 'seatStep' = '2' or contents -> 'seats' is not null
  )`

/**
 * The same for rows of seats in which some row of the file has seats that are not adjacent. Compares seat by seat.
 * @throws `UnreadableFile` if these are too many
 */
async function rejectRepeatedSingleSeats(db: DbOrTx, importId: string): Promise<void> {
  const { rows: counts } = await sql<{ seats: string }>`
    with ${mixedRows(importId)}
    select coalesce(sum(coalesce(jsonb_array_length(p.contents -> 'seats'),
      (p.contents ->> 'lastSeat')::integer - (p.contents ->> 'firstSeat')::integer + 1)), 0)::text as seats
    from placed p join mixed m on m.place = p.place`.execute(db)
  if (Number(counts[0]?.seats ?? 0) > maxComparedSeats)
    throw new UnreadableFile(
      'seats',
      `The file names more than ${formatCount(maxComparedSeats)} seats in rows with seats that are not next to each other. Split it`,
    )
  await sql`
    with ${mixedRows(importId)}, seat as materialized (
      select p.position, p.line, p.place, s.seat
      from placed p join mixed m on m.place = p.place
      cross join lateral (
        select value::integer as seat from jsonb_array_elements_text(p.contents -> 'seats') value
        union all
        select n from generate_series((p.contents ->> 'firstSeat')::integer, (p.contents ->> 'lastSeat')::integer,
          (p.contents ->> 'seatStep')::integer) n
        where p.contents -> 'seats' is null
      ) s
    ), earlier as materialized (
      select position, min(first_line) as first_line from (
        select position, lag(line) over (partition by place, seat order by position) as first_line from seat
      ) compared where first_line is not null
      group by position
    )
    update inventory_import_rows r set action = 'invalid', contents = null, code = 'seats_twice',
      message = 'Some of these seats are on line ' || earlier.first_line || ' too, under another id'
    from earlier where r.import_id = ${importId} and r.position = earlier.position`.execute(db)
}

/** Rejects rows with a barcode that an earlier row for the same event has. */
export async function rejectRepeatedBarcodes(db: DbOrTx, importId: string): Promise<void> {
  await sql`
    with code as materialized (
      select position, line, lag(line) over (partition by event_key, value order by position) as first_line
      from inventory_import_rows cross join lateral jsonb_array_elements_text(contents -> 'barcodes') value
      where import_id = ${importId} and action = 'pending' and contents -> 'barcodes' is not null
    ), earlier as materialized (
      select position, min(first_line) as first_line from code where first_line is not null group by position
    )
    update inventory_import_rows r set action = 'invalid', contents = null, code = 'barcode_twice',
      message = 'A barcode of this row is on line ' || earlier.first_line || ' too'
    from earlier where r.import_id = ${importId} and r.position = earlier.position`.execute(db)
}

export interface RowToDecide {
  position: number
  contents: InventoryRow
  warnings: RowWarning[]
  externalId: string
  eventId: number | null
  isSkipped: boolean
  digest: Buffer | null
}

/** Rows that have no action yet, or all valid ones, with the event that was found for them. */
export async function readPending(
  db: DbOrTx,
  importId: string,
  { isAll, after, limit }: { isAll: boolean; after: number; limit: number },
): Promise<RowToDecide[]> {
  const { rows } = await sql<RowToDecide>`
    select r.position, r.contents, r.warnings, r.external_id as "externalId", e.event_id as "eventId",
      coalesce(e.is_skipped, false) as "isSkipped", r.digest
    from inventory_import_rows r
    left join inventory_import_events e on e.import_id = r.import_id and e.key = r.event_key
    where r.import_id = ${importId} and (r.action = 'pending' or ${isAll}) and r.contents is not null
      and r.position > ${after}
    order by r.position limit ${limit}`.execute(db)
  return rows
}

export interface DecidedRow {
  position: number
  /** The event for which the row was decided. */
  event_id: number | null
  action: string
  code: string | null
  message: string | null
  warnings: RowWarning[]
  listing_id: string | null
  before: object | null
  after: object | null
  price_change_bp: number | null
  /** The revision of the listing that an unchanged row leaves as it is, if a later file need not read it. */
  applied_revision: number | null
}

/** Saves the decisions, except of rows whose event was found in the meantime: they stay pending. The caller has locked the import. */
export async function saveDecisions(
  db: DbOrTx,
  importId: string,
  rows: readonly DecidedRow[],
): Promise<void> {
  await sql`
    update inventory_import_rows r set action = d.action, code = d.code, message = d.message, warnings = d.warnings,
      listing_id = d.listing_id, "before" = nullif(d."before", 'null'), "after" = nullif(d."after", 'null'),
      price_change_bp = d.price_change_bp, applied_revision = d.applied_revision
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d(position integer, event_id integer, action text,
      code text, message text, warnings jsonb, listing_id text, "before" jsonb, "after" jsonb, price_change_bp integer,
      applied_revision integer)
    where r.import_id = ${importId} and r.position = d.position and (d.event_id is not null or not exists (
      select from inventory_import_events e
      where e.import_id = r.import_id and e.key = r.event_key and e.event_id is not null))`.execute(db)
}

/** How many rows of the file are stored. */
export async function countStoredRows(db: DbOrTx, importId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from inventory_import_rows where import_id = ${importId} and line is not null`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Whether rows wait for a decision about what they do. */
export async function hasPending(db: DbOrTx, importId: string): Promise<boolean> {
  const { rows } = await sql`
    select from inventory_import_rows
    where import_id = ${importId} and action = 'pending' and contents is not null limit 1`.execute(db)
  return rows.length > 0
}

/** Makes the rows of one event `pending` again. */
export async function resetRows(db: DbOrTx, importId: string, eventKey: string): Promise<void> {
  await sql`
    update inventory_import_rows set action = 'pending', code = null, message = null, price_change_bp = null
    where import_id = ${importId} and event_key = ${eventKey} and contents is not null`.execute(db)
}
