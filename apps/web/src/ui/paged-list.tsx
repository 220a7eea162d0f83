import type { ReactNode } from 'react'
import { errorText } from '#web/lib/api-error.ts'
import { useKeptPlace } from '#web/lib/use-kept-place.ts'
import { LoadError } from './load-error.tsx'
import { ShowMore } from './show-more.tsx'

/** What is read of an infinite query whose pages say how many there are of all. */
export interface PagedQuery<Item> {
  data: { pages: readonly { data: readonly Item[]; meta: { total: number } }[] } | undefined
  error: unknown
  refetch: () => Promise<unknown>
  fetchNextPage: () => Promise<unknown>
  isPending: boolean
  isFetching: boolean
  isPlaceholderData: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
}

interface PagedListProps<Item> {
  query: PagedQuery<Item>
  skeleton: ReactNode
  /** Said where the first page cannot be had. */
  failed: string
  /** In place of a list in which nothing is; left out, the list itself is drawn. */
  empty?: ReactNode
  children: (items: readonly Item[]) => ReactNode
}

/** A list that comes page by page, in each of its states: on its way, failed, empty, or with more below. */
export function PagedList<Item>({ query, skeleton, failed, empty, children }: PagedListProps<Item>) {
  if (query.isPending) return skeleton
  if (query.data === undefined) return <LoadError title={failed} query={query} />
  const { pages } = query.data
  const items = pages.flatMap((page) => page.data)
  if (items.length === 0 && empty !== undefined) return empty
  return (
    <Pages isStale={query.isPlaceholderData}>
      {children(items)}
      {query.hasNextPage && (
        <ShowMore
          shown={items.length}
          total={pages[0]?.meta.total ?? items.length}
          onPress={() => void query.fetchNextPage()}
          isPending={query.isFetchingNextPage}
          error={query.isFetchNextPageError ? errorText(query.error) : undefined}
        />
      )}
    </Pages>
  )
}

/** What has come. Found for another filter it stands, paler, until the narrower list is there. */
function Pages({ isStale, children }: { isStale: boolean; children: ReactNode }) {
  useKeptPlace()
  return (
    <div aria-busy={isStale} className={isStale ? 'opacity-60' : ''}>
      {children}
    </div>
  )
}
