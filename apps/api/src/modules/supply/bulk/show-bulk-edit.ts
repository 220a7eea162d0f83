import {
  bulkPreviewMinutes,
  bulkUndoHours,
  type WireBulkEdit,
  type WireBulkRow,
  type inventoryBulkRoutes,
} from '@terrace/contracts/inventory-bulk'
import type { QueryOf, ResponseInputOf } from '@terrace/contracts/route'
import { toWireMoney } from '@terrace/contracts/wire-money'
import { money } from '@terrace/domain/money/money'
import { pageMetaOf } from '#api/http/page-meta.ts'
import { describeLimits } from '#api/modules/seller-accounts/index.ts'
import type { EditDeps } from '../edit/editor.ts'
import { presentFieldChanges } from '../edit/present-changes.ts'
import { findSharedSeats } from '../shared-seats/shared-seats.repo.ts'
import { supplyErrors } from '../supply.errors.ts'
import {
  countBulkRows,
  findBulkEdit,
  readAppliedEdits,
  readBulkRows,
  type BulkEdit,
  type BulkRow,
} from './bulk-edits.repo.ts'
import type { BulkProblem } from './plan-change.ts'

const hourMs = 3_600_000

/** @throws `supply.bulk_edit_not_found`, also for an edit of another team */
export async function showBulkEdit(
  { db }: Pick<EditDeps, 'db'>,
  teamId: string,
  id: string,
): Promise<WireBulkEdit> {
  const edit = await findBulkEdit(db, { teamId, id })
  if (!edit) throw supplyErrors.make('supply.bulk_edit_not_found')
  return presentEdit({ db }, edit)
}

export async function listBulkEdits(
  { db, clock }: Pick<EditDeps, 'db' | 'clock'>,
  teamId: string,
): Promise<WireBulkEdit[]> {
  const since = new Date(clock.now().getTime() - bulkUndoHours * hourMs)
  const edits = await readAppliedEdits(db, { teamId, since })
  return Promise.all(edits.map((edit) => presentEdit({ db }, edit)))
}

async function presentEdit({ db }: Pick<EditDeps, 'db'>, edit: BulkEdit): Promise<WireBulkEdit> {
  const { events, values, ...counts } = await countBulkRows(db, edit.id)
  const { createdAt, appliedAt } = edit
  return {
    id: edit.id,
    state: edit.state,
    created_at: createdAt.toISOString(),
    created_by: edit.createdBy,
    apply_until: new Date(createdAt.getTime() + bulkPreviewMinutes * 60_000).toISOString(),
    undo_until: appliedAt && new Date(appliedAt.getTime() + bulkUndoHours * hourMs).toISOString(),
    counts,
    events,
    values: values.map(({ currency, ...amounts }) => {
      const amount = (name: keyof typeof amounts) => toWireMoney(money(amounts[name], currency))
      return {
        currency,
        asking_from: amount('asking_from'),
        asking_to: amount('asking_to'),
        proceeds_from: amount('proceeds_from'),
        proceeds_to: amount('proceeds_to'),
      }
    }),
  }
}

export async function showBulkRows(
  { db, clock }: EditDeps,
  teamId: string,
  { id, show, page, per_page: perPage }: QueryOf<typeof inventoryBulkRoutes.rows> & { id: string },
): Promise<ResponseInputOf<typeof inventoryBulkRoutes.rows>> {
  if (!(await findBulkEdit(db, { teamId, id }))) throw supplyErrors.make('supply.bulk_edit_not_found')
  const { rows, total } = await readBulkRows(db, { editId: id, show, page, perPage })
  const isOverLimit = rows.some(({ problem }) => problem === 'over_limit')
  const limits = isOverLimit ? await describeLimits(db, { teamId, now: clock.now() }) : undefined
  const shared = await findSharedSeats(db, teamId, rows.flatMap(publishedSeats))
  return {
    data: rows.map((row) => presentRow(row, { limits, shared })),
    meta: pageMetaOf(total, page, perPage),
  }
}

/** What buyers would see twice, if the row goes on sale. */
function publishedSeats({
  listingId,
  eventId,
  section,
  row,
  firstSeat,
  lastSeat,
  seats,
  after,
  problem,
}: BulkRow) {
  if (after.status !== 'active' || problem !== null || eventId === null) return []
  return firstSeat === null || lastSeat === null
    ? []
    : [{ listingId, eventId, section: section ?? '', row: row ?? '', firstSeat, lastSeat, seats }]
}

interface RowContext {
  limits: string | undefined
  shared: ReadonlyMap<string, number[]>
}

function presentRow(row: BulkRow, { limits, shared }: RowContext): WireBulkRow {
  const { eventId, eventTitle, problem } = row
  return {
    listing_id: row.listingId,
    event: eventId === null ? null : { id: eventId, title: eventTitle ?? '' },
    section: row.section ?? '',
    row: row.row ?? '',
    changes: row.currency === null ? [] : presentFieldChanges(row, row.currency),
    uses_floor: row.usesFloor,
    problem: problem && {
      code: problem,
      message: (problem === 'over_limit' && limits) || problemTexts[problem],
    },
    shared_seats: shared.get(row.listingId) ?? [],
    result: row.result,
  }
}

const problemTexts: Readonly<Record<BulkProblem, string>> = {
  not_found: 'This listing does not exist',
  below_floor: 'The price would be below its floor',
  floor_above_price: 'The floor would be above the price',
  no_cost: 'It has no cost',
  no_comparable: 'No comparable listing is on sale',
  price_invalid: 'The price or floor would be zero, or too high',
  split_impossible: 'Buyers could buy no quantity of it',
  in_hand_after_event: 'The in-hand date would be after the event',
  delivery_invalid: 'Instant download is allowed only for E-tickets',
  too_many_notes: 'It would have too many notes',
  too_long: 'It would have too many tags, or internal notes that are too long',
  event_closed: 'Its event has started, or was postponed or cancelled',
  seats_taken: 'Another listing of yours offers or has sold some of these seats',
  not_enough_free:
    'Fewer of its tickets are neither sold nor held by buyers, or the own hold would not end in the next year',
  resale_refused: 'A rule of the marketplace does not allow it on sale at this price',
  changed_since: 'It has changed since',
  over_limit: 'It would exceed your limit',
  selling_suspended: 'Selling is suspended',
  not_confirmed: 'It goes back on sale only once you confirm that its tickets are unsold',
}
