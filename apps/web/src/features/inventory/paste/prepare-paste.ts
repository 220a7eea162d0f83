import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import type { EventGroup } from '#web/features/inventory/grid/group-row.tsx'
import type { RowLayout } from '#web/features/inventory/grid/row-layout.ts'
import { maxPastedRows, planPaste, type PastePlan } from './paste-plan.ts'
import { parseTabSeparated } from './tab-separated.ts'
import type { PasteOptions, PasteTarget } from './paste-target.ts'

/** The plan of a paste, or why there is none. One pasted cell fills the whole range. */
export async function preparePaste(
  text: string,
  target: PasteTarget,
  { rowLayout, columns, load }: PasteOptions,
): Promise<PastePlan | string> {
  const pasted = parseTabSeparated(text)
  const [[single = ''] = []] = pasted
  const isSingle = pasted.length === 1 && pasted[0]?.length === 1
  const cells = isSingle
    ? Array.from({ length: target.rowCount }, () => Array.from({ length: target.columnCount }, () => single))
    : pasted
  if (cells.length > maxPastedRows)
    return `Paste at most ${maxPastedRows} lines at once, or change selected listings together.`
  const width = Math.max(...cells.map(({ length }) => length))
  const refused = columns.slice(target.column, target.column + width).find(({ refusal }) => refusal)
  if (refused?.refusal !== undefined) return refused.refusal
  const indexes = listingsFrom(rowLayout, target.position, cells.length)
  const rows = await loadListings(indexes, load)
  return planPaste(cells, rows, columns.slice(target.column))
}

/** Numbers of the listings from a row on; headings and collapsed events are passed over. */
function listingsFrom(layout: RowLayout<EventGroup>, position: number, count: number): number[] {
  const indexes: number[] = []
  for (let row = position; row < layout.count && indexes.length < count; row += 1) {
    const found = layout.at(row)
    if (found?.kind === 'listing') indexes.push(found.index)
  }
  return indexes
}

async function loadListings(
  indexes: readonly number[],
  load: PasteOptions['load'],
): Promise<WireInventoryRow[]> {
  const rows: WireInventoryRow[] = []
  for (let at = 0; at < indexes.length;) {
    const first = indexes[at] ?? 0
    let length = 1
    while (indexes[at + length] === first + length) length += 1
    rows.push(...(await load(first, first + length)))
    at += length
  }
  return rows
}
