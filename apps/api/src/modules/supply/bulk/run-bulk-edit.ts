import { bulkPreviewMinutes, bulkUndoHours } from '@terrace/contracts/inventory-bulk'
import { permissionsForFields, type SellerPermission } from '@terrace/domain/sellers/seller-permissions'
import { requireCurrentPermission } from '#api/access/require-permission.ts'
import { recordChanges } from '#api/audit/record-changes.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import type { EditDeps, Editor } from '../edit/editor.ts'
import { lockSellingLimits } from '#api/modules/seller-accounts/index.ts'
import { supplyErrors } from '../supply.errors.ts'
import { refuseOverLimit } from '../limits/live-value.ts'
import { lockBulkEdit, setBulkState, type BulkEdit } from './bulk-edits.repo.ts'
import { hasPendingRows, writeNextBatch } from './write-batch.repo.ts'

const previewMs = bulkPreviewMinutes * 60_000
const undoMs = bulkUndoHours * 3_600_000

/** Called with the events of each written batch. */
type OnWritten = (eventIds: readonly number[]) => void

/**
 * Writes what the preview showed, batch by batch. A call that was interrupted is continued by the next one; once it is
 * complete, further calls do nothing.
 */
export async function applyBulkEdit(
  deps: EditDeps,
  editor: Editor,
  { id, onWritten }: { id: string; onWritten: OnWritten },
): Promise<void> {
  const { teamId } = editor
  const now = deps.clock.now()
  const { isDue, needed } = await inTransaction(deps.db, async (tx) => {
    const edit = await requireEdit(tx, { teamId, id })
    const permissions = permissionsForFields(edit.fields)
    await requireCurrentPermission(tx, editor, permissions)
    if (edit.state === 'undoing' || edit.state === 'undone')
      throw supplyErrors.make('supply.bulk_edit_undone')
    if (edit.state === 'applied') return { isDue: false, needed: permissions }
    if (edit.state === 'previewed') {
      if (now.getTime() - edit.createdAt.getTime() > previewMs)
        throw supplyErrors.make('supply.bulk_edit_expired')
      await setBulkState(tx, { id, state: 'applying', at: now })
    }
    return { isDue: true, needed: permissions }
  })
  if (!isDue) return
  await writeBatches(deps, editor, { id, direction: 'apply', needed, confirmed: [], onWritten })
  await finish(deps, { teamId, id, direction: 'apply' })
}

/**
 * Restores the values from before, of listings that were not changed since. Those that would go back on sale need to be in
 * `confirmed`; a later call can confirm more of them.
 */
export async function undoBulkEdit(
  deps: EditDeps,
  editor: Editor,
  { id, confirmed, onWritten }: { id: string; confirmed: readonly string[]; onWritten: OnWritten },
): Promise<void> {
  const { teamId } = editor
  const now = deps.clock.now()
  const needed = await inTransaction(deps.db, async (tx) => {
    const edit = await requireEdit(tx, { teamId, id })
    const permissions = permissionsForFields(edit.fields)
    await requireCurrentPermission(tx, editor, permissions)
    if (!edit.appliedAt) throw supplyErrors.make('supply.bulk_edit_not_applied')
    if (now.getTime() - edit.appliedAt.getTime() > undoMs) throw supplyErrors.make('supply.bulk_edit_expired')
    await setBulkState(tx, { id, state: 'undoing', at: now })
    return permissions
  })
  await writeBatches(deps, editor, { id, direction: 'undo', needed, confirmed, onWritten })
  await finish(deps, { teamId, id, direction: 'undo' })
}

async function requireEdit(tx: Tx, target: { teamId: string; id: string }): Promise<BulkEdit> {
  const edit = await lockBulkEdit(tx, target)
  if (!edit) throw supplyErrors.make('supply.bulk_edit_not_found')
  return edit
}

async function writeBatches(
  { db, clock }: EditDeps,
  { teamId, accountId, actor }: Editor,
  {
    id,
    direction,
    needed,
    confirmed,
    onWritten,
  }: {
    id: string
    direction: 'apply' | 'undo'
    /** Checked with each batch: the member may lose a permission while a long edit runs. */
    needed: readonly SellerPermission[]
    confirmed: readonly string[]
    onWritten: OnWritten
  },
): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined;) {
    const from = after
    const { last, eventIds } = await inTransaction(db, async (tx) => {
      await requireCurrentPermission(tx, { teamId, accountId }, needed)
      const now = clock.now()
      // Before the listings, as everywhere.
      const headroom = await lockSellingLimits(tx, { teamId, now })
      const batch = await writeNextBatch(tx, {
        editId: id,
        teamId,
        accountId,
        direction,
        confirmed,
        after: from,
        now,
        refuse: headroom && ((changes) => refuseOverLimit(headroom, changes)),
      })
      if (batch.written > 0) {
        await recordChanges(tx, actor, {
          kind: 'listing.bulk_changed',
          teamId,
          details: { bulk_edit_id: id, listings: batch.written, is_undo: direction === 'undo' },
        })
        // Other desks of the team; some of the fields are private, so no event's channel publishes them.
        await recordEvents(tx, [
          { topic: 'inventory.changed', subject: teamId, payload: { teamId, listingIds: null } },
        ])
      }
      return batch
    })
    onWritten(eventIds)
    after = last
  }
}

/** A call at the same time may have finished it, or may still be writing the rows that it locked; it finishes then. */
async function finish(
  { db, clock }: EditDeps,
  { teamId, id, direction }: { teamId: string; id: string; direction: 'apply' | 'undo' },
): Promise<void> {
  const [from, to] =
    direction === 'apply' ? (['applying', 'applied'] as const) : (['undoing', 'undone'] as const)
  await inTransaction(db, async (tx) => {
    const { state } = await requireEdit(tx, { teamId, id })
    if (state !== from || (await hasPendingRows(tx, { editId: id, direction }))) return
    await setBulkState(tx, { id, state: to, at: clock.now() })
  })
}
