import { hashKey, type QueryKey } from '@tanstack/react-query'

/** State of a table's data, loaded in pages or at once. */
export interface ListQuery<Item> {
  /** Loaded items; `undefined` until the first response. */
  items: readonly Item[] | undefined
  total: number
  error: unknown
  isPending: boolean
  isFetching: boolean
  /** The items belong to earlier filters. */
  isStale: boolean
  /** Identifies filters and order of a list that the server filters. Live changes keep the order of the same list. */
  listKey?: string | undefined
  refetch: () => Promise<unknown>
  /** `undefined` when everything is loaded. */
  more: { load: () => void; isPending: boolean; isFailed: boolean } | undefined
  /** Loads the remaining pages and returns all items. */
  loadAll: () => Promise<readonly Item[]>
}

interface Page<Item> {
  data: readonly Item[]
  meta: { total: number }
}

interface PagedResult<Item> {
  data: { pages: readonly Page<Item>[] } | undefined
  hasNextPage: boolean
  error: unknown
}

/** The parts of an infinite query that the list needs. Each page carries the total. */
interface PagedQuery<Item> extends PagedResult<Item> {
  refetch: () => Promise<unknown>
  fetchNextPage: (options?: { throwOnError?: boolean }) => Promise<PagedResult<Item>>
  isPending: boolean
  isFetching: boolean
  isPlaceholderData: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
}

const itemsOf = <Item>({ data }: PagedResult<Item>) => data?.pages.flatMap((page) => page.data)

/** A list that the server pages. Its query key identifies filters and order. */
export function pagedList<Item>(query: PagedQuery<Item>, queryKey: QueryKey): ListQuery<Item> {
  const items = itemsOf(query)
  return {
    items,
    total: query.data?.pages[0]?.meta.total ?? 0,
    error: query.error,
    isPending: query.isPending,
    isFetching: query.isFetching,
    isStale: query.isPlaceholderData,
    listKey: hashKey(queryKey),
    refetch: query.refetch,
    more: query.hasNextPage
      ? {
          load: () => void query.fetchNextPage(),
          isPending: query.isFetchingNextPage,
          isFailed: query.isFetchNextPageError,
        }
      : undefined,
    async loadAll() {
      let result: PagedResult<Item> = query
      while (result.hasNextPage) result = await query.fetchNextPage({ throwOnError: true })
      return itemsOf(result) ?? []
    },
  }
}

/** A list that arrives at once. */
export function wholeList<Item>(query: {
  data: { data: readonly Item[] } | undefined
  error: unknown
  isPending: boolean
  isFetching: boolean
  refetch: () => Promise<unknown>
}): ListQuery<Item> {
  const items = query.data?.data
  return {
    items,
    total: items?.length ?? 0,
    error: query.error,
    isPending: query.isPending,
    isFetching: query.isFetching,
    isStale: false,
    refetch: query.refetch,
    more: undefined,
    loadAll: () => Promise.resolve(items ?? []),
  }
}
