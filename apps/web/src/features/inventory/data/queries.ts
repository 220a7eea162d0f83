import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import { inventoryPageSize, inventoryRoutes } from '@terrace/contracts/inventory'
import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import type { ResponseOf } from '@terrace/contracts/route'
import { call } from '#web/lib/http/api-client.ts'
import type {
  InventoryFilterQuery,
  InventoryListQuery,
} from '#web/features/inventory/filter/inventory-filter.ts'

export type InventoryPage = ResponseOf<typeof inventoryRoutes.list>
export type InventorySummary = ResponseOf<typeof inventoryRoutes.summary>['data']
export type SummaryEvent = InventorySummary['events'][number]

/** One state of the list: rows keep their positions until the seller sorts again, which raises `revision`. */
export interface ListState {
  query: InventoryListQuery
  filter: InventoryFilterQuery
  revision: number
}

/** First part of the keys of all pages. */
export const pagesKey = [inventoryRoutes.list.name] as const

/** A page of the list; pages count from 1. */
export function pageQuery({ query, revision }: ListState, page: number) {
  return queryOptions({
    queryKey: [...pagesKey, revision, query, page],
    queryFn: ({ signal }) =>
      call(inventoryRoutes.list, { query: { ...query, page, per_page: inventoryPageSize }, signal }),
    // Live updates change single rows; a reload would move the others.
    staleTime: Infinity,
  })
}

/** First part of the keys of all totals. */
export const summaryKey = [inventoryRoutes.summary.name] as const

export function summaryQuery(filter: InventoryFilterQuery) {
  return queryOptions({
    queryKey: [...summaryKey, filter],
    queryFn: async ({ signal }) => (await call(inventoryRoutes.summary, { query: filter, signal })).data,
  })
}

/** The first page and the totals of a state, together. The previous state stays until both have loaded. */
export function listQuery(state: ListState) {
  return queryOptions({
    queryKey: ['inventory.state', state.revision, state.query],
    queryFn: async ({ client }) => {
      // This query repeats both if one fails.
      const [first, summary] = await Promise.all([
        client.fetchQuery({ ...pageQuery(state, 1), retry: false }),
        client.fetchQuery({ ...summaryQuery(state.filter), staleTime: 0, retry: false }),
      ])
      return { state, meta: first.meta, summary }
    },
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  })
}

export function choicesQuery(eventId: number | null) {
  const query = eventId === null ? {} : { 'event_id[]': [eventId] }
  return queryOptions({
    queryKey: [inventoryRoutes.choices.name, query],
    queryFn: async ({ signal }) => (await call(inventoryRoutes.choices, { query, signal })).data,
    placeholderData: keepPreviousData,
  })
}

export function listingQuery(id: string) {
  return queryOptions({
    queryKey: [inventoryRoutes.one.name, id],
    queryFn: async ({ signal }) =>
      (await call(inventoryRoutes.one, { params: { listing_id: id }, signal })).data,
  })
}

export const historyKey = ['inventory.history'] as const

export function bulkEditsQuery() {
  return queryOptions({
    queryKey: ['inventory.bulk-edits'],
    queryFn: async ({ signal }) => {
      const { inventoryBulkRoutes } = await import('@terrace/contracts/inventory-bulk')
      return (await call(inventoryBulkRoutes.list, { signal })).data
    },
  })
}

/** Puts the current rows in place of the known ones, wherever they are shown. Their positions stay. */
export function storeRows(client: QueryClient, rows: readonly WireInventoryRow[]): void {
  const byId = new Map(rows.map((row) => [row.id, row]))
  client.setQueriesData<InventoryPage>({ queryKey: pagesKey }, (page) =>
    page?.data.some(({ id }) => byId.has(id))
      ? { ...page, data: page.data.map((row) => newer(row, byId.get(row.id))) }
      : page,
  )
  for (const row of rows) client.setQueryData(listingQuery(row.id).queryKey, (known) => newer(row, known))
}

/** A response that was overtaken by a later one does not bring the old values back. */
function newer(known: WireInventoryRow, current: WireInventoryRow | undefined): WireInventoryRow {
  return current === undefined || current.version < known.version ? known : current
}

/** Rows that are shown somewhere, by id. */
export function knownRow(client: QueryClient, id: string): WireInventoryRow | undefined {
  for (const [, page] of client.getQueriesData<InventoryPage>({ queryKey: pagesKey })) {
    const row = page?.data.find((each) => each.id === id)
    if (row) return row
  }
  return client.getQueryData(listingQuery(id).queryKey)
}
