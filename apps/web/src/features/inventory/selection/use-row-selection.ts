import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import { useRef, useState } from 'react'
import { errorText } from '#web/lib/http/api-error.ts'

/** Ids of listings, with the events they are for. */
type Listings = ReadonlyMap<string, number>

/** The chosen listings: by id, or everything that matches the filter without some. */
export type Chosen = { kind: 'some'; listings: Listings } | { kind: 'all'; except: Listings }

export type SelectionState = 'none' | 'some' | 'all'

interface Group {
  /** The event's id. */
  id: number
  /** Its listings that match the filter. */
  count: number
}

export interface RowSelection {
  chosen: Chosen
  count: number
  state: SelectionState
  isSelected: (id: string) => boolean
  /** `index`: its number in the list, from which and to which Shift extends. */
  toggle: (row: WireInventoryRow, options: { index: number; isRange: boolean }) => Promise<void>
  toggleAll: () => void
  /** `first`: number of its first listing. */
  toggleGroup: (group: Group, first: number) => Promise<void>
  groupState: (group: Group) => SelectionState
  clear: () => void
}

interface SelectionOptions {
  /** A selection belongs to one filter; another one starts without. */
  filter: object
  /** Listings that match the filter. */
  total: number
  load: (first: number, end: number) => Promise<readonly WireInventoryRow[]>
  onProblem: (text: string) => void
}

/** Longer ranges would load too many pages. */
const maxRange = 3000

const none: Chosen = { kind: 'some', listings: new Map() }
const all: Chosen = { kind: 'all', except: new Map() }

/** Selected listings. A range or an event loads the listings whose ids are not known yet. */
export function useRowSelection({ filter, total, load, onProblem }: SelectionOptions): RowSelection {
  const [chosen, setChosen] = useState<Chosen>(none)
  const filterText = JSON.stringify(filter)
  const [chosenFor, setChosenFor] = useState(filterText)
  if (chosenFor !== filterText) {
    setChosenFor(filterText)
    setChosen(none)
  }
  const anchor = useRef<{ index: number; selects: boolean } | null>(null)
  const isSelected = (id: string) =>
    chosen.kind === 'all' ? !chosen.except.has(id) : chosen.listings.has(id)
  const count = chosen.kind === 'all' ? total - chosen.except.size : chosen.listings.size

  async function setRange(first: number, end: number, selects: boolean) {
    if (end - first > maxRange)
      return onProblem(`Select at most ${maxRange} in a row, or filter the list and select all of it.`)
    try {
      const rows = await load(first, end)
      setChosen((known) => withRows(known, rows, selects))
    } catch (error) {
      onProblem(`The listings are not selected. ${errorText(error)}`)
    }
  }
  function groupState({ id, count: size }: Group): SelectionState {
    const listed = countOf(chosen.kind === 'all' ? chosen.except : chosen.listings, id)
    const selected = chosen.kind === 'all' ? size - listed : listed
    return selected <= 0 ? 'none' : selected >= size ? 'all' : 'some'
  }

  return {
    chosen,
    count,
    state: count === 0 ? 'none' : count >= total ? 'all' : 'some',
    isSelected,
    async toggle(row, { index, isRange }) {
      const start = anchor.current
      if (isRange && start)
        return setRange(Math.min(start.index, index), Math.max(start.index, index) + 1, start.selects)
      const selects = !isSelected(row.id)
      anchor.current = { index, selects }
      setChosen((known) => withRows(known, [row], selects))
    },
    toggleAll() {
      anchor.current = null
      setChosen(count >= total ? none : all)
    },
    async toggleGroup(group, first) {
      anchor.current = null
      await setRange(first, first + group.count, groupState(group) !== 'all')
    },
    groupState,
    clear() {
      anchor.current = null
      setChosen(none)
    },
  }
}

function withRows(known: Chosen, rows: readonly WireInventoryRow[], selects: boolean): Chosen {
  const isAll = known.kind === 'all'
  const listed = new Map(isAll ? known.except : known.listings)
  for (const { id, event } of rows) {
    if (selects === isAll) listed.delete(id)
    else listed.set(id, event.id)
  }
  return isAll ? { kind: 'all', except: listed } : { kind: 'some', listings: listed }
}

function countOf(listings: Listings, eventId: number): number {
  let count = 0
  for (const each of listings.values()) if (each === eventId) count += 1
  return count
}
