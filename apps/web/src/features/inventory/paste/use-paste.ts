import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import { useState } from 'react'
import { errorText } from '#web/lib/http/api-error.ts'
import type { InventoryColumn } from '#web/features/inventory/grid/columns.tsx'
import type { EventGroup } from '#web/features/inventory/grid/group-row.tsx'
import type { RowLayout } from '#web/features/inventory/grid/row-layout.ts'
import type { PastePlan } from './paste-plan.ts'

/** Where cells are pasted: the top left cell, and how far the chosen range goes. */
export interface PasteTarget {
  position: number
  column: number
  rowCount: number
  columnCount: number
}

export interface PasteOptions {
  rowLayout: RowLayout<EventGroup>
  columns: readonly InventoryColumn[]
  load: (first: number, end: number) => Promise<readonly WireInventoryRow[]>
}

/** Turns pasted text into a plan to confirm. Its code loads with the first paste. */
export function usePaste({ onProblem, ...options }: PasteOptions & { onProblem: (text: string) => void }) {
  const [plan, setPlan] = useState<PastePlan | null>(null)

  async function paste(text: string, target: PasteTarget): Promise<void> {
    try {
      const { preparePaste } = await import('./prepare-paste.ts')
      const prepared = await preparePaste(text, target, options)
      if (typeof prepared === 'string') onProblem(prepared)
      else setPlan(prepared)
    } catch (error) {
      onProblem(`The pasted cells could not be compared. ${errorText(error)}`)
    }
  }
  return { plan, paste, close: () => setPlan(null) }
}
