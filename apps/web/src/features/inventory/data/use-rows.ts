import { useQueries, useQueryClient } from '@tanstack/react-query'
import { inventoryPageSize } from '@terrace/contracts/inventory'
import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import { useCallback } from 'react'
import { pageQuery, type ListState } from './queries.ts'

const pageOf = (index: number) => Math.floor(index / inventoryPageSize) + 1

interface InventoryRows {
  /** The listing with this number in the list; `undefined` until its page has loaded. */
  at: (index: number) => WireInventoryRow | undefined
  error: unknown
  retry: () => void
}

/**
 * The listings with these numbers in the list. Once their pages have loaded, those next to them load before they come into
 * view; whether that fails does not matter yet.
 */
export function useRows(state: ListState, visible: readonly number[], total: number): InventoryRows {
  const client = useQueryClient()
  const cached = (page: number) => client.getQueryData(pageQuery(state, page).queryKey)
  const shown = new Set(visible.map(pageOf))
  const isShownLoaded = [...shown].every((page) => cached(page) !== undefined)
  const near = isShownLoaded ? [Math.min(...shown) - 1, Math.max(...shown) + 1] : []
  const pages = [...new Set([...shown, ...near])].filter((page) => page >= 1 && page <= pageOf(total - 1))
  const results = useQueries({ queries: pages.map((page) => pageQuery(state, page)) })
  const failed = results.find(
    ({ error, data }, position) => shown.has(pages[position] ?? 0) && error !== null && data === undefined,
  )
  const loaded = new Map(pages.map((page, position) => [page, results[position]?.data?.data]))
  const at = (index: number) => {
    const page = pageOf(index)
    const rows = loaded.has(page) ? loaded.get(page) : cached(page)?.data
    return rows?.[index % inventoryPageSize]
  }
  return { at, error: failed?.error ?? null, retry: () => void failed?.refetch() }
}

/** Loads the listings from one number to before another, for a selection or a paste. */
export function useRowLoader(state: ListState): (first: number, end: number) => Promise<WireInventoryRow[]> {
  const client = useQueryClient()
  return useCallback(
    async (first, end) => {
      if (end <= first) return []
      const pages = await Promise.all(
        range(pageOf(first), pageOf(end - 1)).map((page) => client.fetchQuery(pageQuery(state, page))),
      )
      const start = (pageOf(first) - 1) * inventoryPageSize
      return pages.flatMap(({ data }) => data).slice(first - start, end - start)
    },
    [client, state],
  )
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, step) => from + step)
