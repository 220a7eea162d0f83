import type { ImportDeps } from '../imports/import-deps.ts'
import { assertUndoable } from '../imports/decide-import.ts'
import { requireImportOf } from '../showing/read-import.ts'
import { readUndoPreview, type UndoPreview } from './undo-rows.repo.ts'

/**
 * What an undo would do, so that a person can decide.
 * @throws `inventory_import.wrong_state`, `inventory_import.undo_expired`
 */
export async function previewUndo(
  { db, clock }: Pick<ImportDeps, 'db' | 'clock'>,
  { teamId, importId }: { teamId: string; importId: string },
): Promise<UndoPreview> {
  assertUndoable(await requireImportOf(db, teamId, importId), clock.now())
  return readUndoPreview(db, importId)
}
