import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { wireInventoryRow, type WireInventoryRow } from '@terrace/contracts/inventory-row'
import { useMemo } from 'react'
import { z } from 'zod/mini'
import { call } from '#web/lib/http/api-client.ts'
import { ApiError } from '#web/lib/http/api-error.ts'
import { historyKey, knownRow, storeRows } from '#web/features/inventory/data/queries.ts'
import { isPublication, withChange, type RowChange } from './row-change.ts'

/** Loaded when the page is idle: the first edit waits for no code. */
export const loadEditRoutes = () => import('@terrace/contracts/inventory-edit')

export type SaveResult =
  | { status: 'saved'; row: WireInventoryRow }
  /** Someone else changed the same field; `row` is what the listing is now. */
  | { status: 'conflict'; row: WireInventoryRow }
  | { status: 'failed'; error: unknown }

/** Saves a change based on the row as the seller saw it. It shows at once, and goes again if it cannot be saved. */
export type SaveRow = (base: WireInventoryRow, change: RowChange) => Promise<SaveResult>

const conflictDetails = z.object({ listing: wireInventoryRow })

/** Saves the changes of one listing after each other, so that fast edits never conflict with themselves. */
export function useSaveRow(): SaveRow {
  const client = useQueryClient()
  return useMemo(() => createSaver(client), [client])
}

function createSaver(client: QueryClient): SaveRow {
  const queues = new Map<string, Promise<unknown>>()
  return (base, change) => {
    const known = knownRow(client, base.id) ?? base
    // The row was reloaded while it was edited: what the seller saw is no longer there.
    if (differs(base, known, change)) return Promise.resolve({ status: 'conflict', row: known })
    const expected = withChange(known, change)
    storeRows(client, [expected])
    const earlier = queues.get(base.id) ?? Promise.resolve()
    const saving = earlier.then(() => saveNext(client, { base, expected, change }))
    queues.set(base.id, saving)
    void saving.then(() => queues.get(base.id) === saving && queues.delete(base.id))
    return saving
  }
}

interface Edit {
  base: WireInventoryRow
  /** As shown since the edit. */
  expected: WireInventoryRow
  change: RowChange
}

async function saveNext(client: QueryClient, { base, expected, change }: Edit): Promise<SaveResult> {
  const known = knownRow(client, base.id) ?? expected
  if (differs(expected, known, change)) return { status: 'conflict', row: known }
  const result = await send(known, change)
  if (result.status === 'saved') {
    storeRows(client, [result.row])
    void client.invalidateQueries({ queryKey: [...historyKey, base.id] })
    return result
  }
  if (result.status === 'failed') {
    const now = knownRow(client, base.id) ?? known
    storeRows(client, [{ ...now, ...fieldsOf(base, change) }])
    return result
  }
  storeRows(client, [result.row])
  if (differs(base, result.row, change)) return result
  // Only other fields have changed.
  const repeated = await send(result.row, change)
  if (repeated.status !== 'failed') storeRows(client, [repeated.row])
  return repeated
}

async function send(row: WireInventoryRow, change: RowChange): Promise<SaveResult> {
  const params = { listing_id: row.id }
  const { version } = row
  try {
    const { inventoryEditRoutes } = await loadEditRoutes()
    if (!isPublication(change)) {
      const { data } = await call(inventoryEditRoutes.update, { params, body: { ...change, version } })
      return { status: 'saved', row: data }
    }
    const route = change.published ? inventoryEditRoutes.publish : inventoryEditRoutes.withdraw
    return { status: 'saved', row: (await call(route, { params, body: { version } })).data }
  } catch (error) {
    const current = currentRow(error)
    return current ? { status: 'conflict', row: current } : { status: 'failed', error }
  }
}

function currentRow(error: unknown): WireInventoryRow | undefined {
  if (!(error instanceof ApiError) || error.code !== 'supply.listing_changed') return undefined
  return conflictDetails.safeParse(error.errors).data?.listing
}

/** Whether two states of a row differ in what the change is about. */
function differs(left: WireInventoryRow, right: WireInventoryRow, change: RowChange): boolean {
  return JSON.stringify(fieldsOf(left, change)) !== JSON.stringify(fieldsOf(right, change))
}

/** The row's own values of the fields that a change sets. */
function fieldsOf(row: WireInventoryRow, change: RowChange): Partial<WireInventoryRow> {
  const names = new Set(Object.keys(change).flatMap((name) => (name === 'split' ? splitFields : [name])))
  return Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name)))
}

const splitFields = ['split_type', 'quantity_limit', 'multiple_sale_unit', 'split_quantities']
