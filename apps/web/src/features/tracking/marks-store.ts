import { hashKey, type QueryClient } from '@tanstack/react-query'
import type { OptimisticMarks } from './optimistic-marks.ts'

interface MarksStore {
  subscribe: (listener: () => void) => () => void
  read: () => OptimisticMarks
  change: (update: (marks: OptimisticMarks) => OptimisticMarks) => void
}

const marksKey = ['tracking.optimistic']
const marksHash = hashKey(marksKey)
const noMarks: OptimisticMarks = {}
const stores = new WeakMap<QueryClient, MarksStore>()

/**
 * Marks of all listings, stored in the query cache, so a row that scrolls out and back still shows its press. Rows
 * share one subscription to the cache: an observer per row costs more than the row itself.
 */
export function optimisticMarks(queryClient: QueryClient): MarksStore {
  const store = stores.get(queryClient) ?? createStore(queryClient)
  stores.set(queryClient, store)
  return store
}

function createStore(queryClient: QueryClient): MarksStore {
  const listeners = new Set<() => void>()
  const readCache = () => queryClient.getQueryData<OptimisticMarks>(marksKey) ?? noMarks
  let marks = readCache()
  queryClient.setQueryDefaults(marksKey, { gcTime: Infinity })
  // Lives as long as the client, whose cache is cleared when the session ends.
  queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryHash !== marksHash) return
    marks = readCache()
    for (const listener of listeners) listener()
  })
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    read: () => marks,
    change: (update) =>
      queryClient.setQueryData<OptimisticMarks>(marksKey, (known) => update(known ?? noMarks)),
  }
}
