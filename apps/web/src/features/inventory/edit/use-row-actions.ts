import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import { useCallback, useState } from 'react'
import { fieldRefusal } from '#web/lib/http/refusals.ts'
import { errorText } from '#web/lib/http/api-error.ts'
import { showUndo } from '#web/ui/overlay/show-undo.ts'
import { listingName } from '#web/features/inventory/texts.ts'
import { changeText } from './change-text.ts'
import { isPublication, reverseChange, type RowChange } from './row-change.ts'
import { useSaveRow, type SaveResult, type SaveRow } from './use-save-row.ts'

/** A change that met another one. */
export interface Conflict {
  /** The listing as the seller saw it, and as it is now. */
  base: WireInventoryRow
  current: WireInventoryRow
  change: RowChange
}

export interface RowActions {
  save: (base: WireInventoryRow, change: RowChange) => Promise<SaveResult>
  /** Saves without undo bar, dialog or message. */
  saveRow: SaveRow
  publish: (row: WireInventoryRow) => void
  conflict: Conflict | null
  closeConflict: () => void
  /** What the last change that failed was, and why. */
  problem: string | null
  setProblem: (text: string | null) => void
}

/** Changes of single listings: each can be undone for five seconds, a conflict asks, and an error says what failed. */
export function useRowActions(onSaved: (row: WireInventoryRow, change: RowChange) => void): RowActions {
  const saveRow = useSaveRow()
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function save(base: WireInventoryRow, change: RowChange): Promise<SaveResult> {
    const refusal = fieldRefusal(...Object.keys(change))
    setProblem(refusal)
    if (refusal !== null) return { status: 'failed', error: new Error(refusal) }
    const result = await saveRow(base, change)
    if (result.status === 'conflict') setConflict({ base, current: result.row, change })
    else if (result.status === 'failed')
      setProblem(`${listingName(base)}: ${changeText(change)} is not saved. ${errorText(result.error)}`)
    else {
      onSaved(result.row, change)
      showUndo(undoText(result.row, change), () => void undo(result.row, reverseChange(base, change)))
    }
    return result
  }
  async function undo(saved: WireInventoryRow, change: RowChange): Promise<void> {
    const result = await saveRow(saved, change)
    if (result.status === 'saved') return onSaved(result.row, change)
    const reason = result.status === 'failed' ? errorText(result.error) : 'It has changed since.'
    setProblem(`${listingName(saved)}: not undone. ${reason}`)
  }
  return {
    save,
    saveRow,
    publish: (row) => {
      if (row.status !== 'sold_out') void save(row, { published: !row.published })
    },
    conflict,
    closeConflict: useCallback(() => setConflict(null), []),
    problem,
    setProblem,
  }
}

function undoText(row: WireInventoryRow, change: RowChange): string {
  if (isPublication(change)) return `${listingName(row)} is ${change.published ? 'on sale' : 'off sale'}`
  return `${listingName(row)}: ${changeText(change)} saved`
}
