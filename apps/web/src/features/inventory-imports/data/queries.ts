import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { inventoryImportsRoutes, type WireInventoryImport } from '@terrace/contracts/inventory-imports'
import type { WireImportRow } from '@terrace/contracts/inventory-import-rows'
import { inventoryProfilesRoutes } from '@terrace/contracts/inventory-profiles'
import type { QueryInputOf } from '@terrace/contracts/route'
import { call } from '#web/lib/http/api-client.ts'

type State = WireInventoryImport['state']

const inProgressStates: ReadonlySet<State> = new Set(['received', 'parsed', 'matched', 'applying', 'undoing'])
/** Whether the server works on the import, so that it changes by itself. */
export const isInProgress = ({ state }: Pick<WireInventoryImport, 'state'>): boolean =>
  inProgressStates.has(state)

const pollMs = 1000

export const importListKey = [inventoryImportsRoutes.list.name] as const

/** The team's imports, the newest first; asked again while the server works on one of them. */
export function importListQuery() {
  return infiniteQueryOptions({
    queryKey: importListKey,
    queryFn: ({ signal, pageParam }) =>
      call(inventoryImportsRoutes.list, { query: { page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page < meta.last_page ? meta.page + 1 : undefined),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some(isInProgress)) === true ? pollMs : false,
  })
}

export const importKey = [inventoryImportsRoutes.one.name] as const

export function importQuery(id: string) {
  return queryOptions({
    queryKey: [...importKey, id],
    queryFn: async ({ signal }) =>
      (await call(inventoryImportsRoutes.one, { params: { import_id: id }, signal })).data,
    refetchInterval: ({ state }) => (state.data && isInProgress(state.data) ? pollMs : false),
  })
}

/** Rows of one page of the table. */
export const rowsPerPage = 100

export type RowsQuery = Omit<QueryInputOf<typeof inventoryImportsRoutes.rows>, 'page' | 'per_page'>

const rowsKey = [inventoryImportsRoutes.rows.name] as const

/** A page of rows; `stage` changes whenever the server has decided about the rows again. */
export function rowsQuery(id: string, stage: string, query: RowsQuery, page: number) {
  return queryOptions({
    queryKey: [...rowsKey, id, stage, query, page],
    queryFn: ({ signal }) =>
      call(inventoryImportsRoutes.rows, {
        params: { import_id: id },
        query: { ...query, page, per_page: rowsPerPage },
        signal,
      }),
    staleTime: Infinity,
  })
}

export type ImportRow = WireImportRow

export function heldEventsQuery(id: string, stage: string) {
  return infiniteQueryOptions({
    queryKey: [inventoryImportsRoutes.heldEvents.name, id, stage],
    queryFn: ({ signal, pageParam }) =>
      call(inventoryImportsRoutes.heldEvents, {
        params: { import_id: id },
        query: { page: pageParam },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page < meta.last_page ? meta.page + 1 : undefined),
    staleTime: Infinity,
    placeholderData: (known) => known,
  })
}

export const profilesKey = [inventoryProfilesRoutes.list.name] as const

export function profilesQuery() {
  return queryOptions({
    queryKey: profilesKey,
    queryFn: async ({ signal }) => (await call(inventoryProfilesRoutes.list, { signal })).data,
  })
}

export function dialectsQuery() {
  return queryOptions({
    queryKey: [inventoryProfilesRoutes.dialects.name],
    queryFn: async ({ signal }) => (await call(inventoryProfilesRoutes.dialects, { signal })).data,
    staleTime: Infinity,
  })
}

export function undoPreviewQuery(id: string) {
  return queryOptions({
    queryKey: [inventoryImportsRoutes.undoPreview.name, id],
    queryFn: async ({ signal }) =>
      (await call(inventoryImportsRoutes.undoPreview, { params: { import_id: id }, signal })).data,
    staleTime: 0,
  })
}
