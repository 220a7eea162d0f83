/** A page that the command palette can go to. */
export interface JumpTarget {
  kind: 'event' | 'team' | 'order' | 'quote' | 'hold' | 'tracked' | 'client' | 'page'
  id: string
  title: string
  detail: string
  /** Price, status or time at the end of the line. */
  aside?: string | undefined
  /** Address in this application, from '/'. */
  href: string
}

/** What the palette may offer for the typed text. */
export interface TargetResults {
  /** In memory; offered as far as they match. */
  known: readonly JumpTarget[]
  /** Found by the server for this text. */
  found: readonly JumpTarget[]
  isPending: boolean
  isOffline: boolean
  isFailed: boolean
  retry: () => void
}

interface Query<Item> {
  data: readonly Item[] | undefined
  isPlaceholderData: boolean
  isFetching: boolean
  isError: boolean
  fetchStatus: string
  refetch: () => unknown
}

/** Targets of the latest items and of those found; found items of an earlier text only count as known. */
export function targetResults<Item>(
  { latest = [], found }: { latest?: readonly Item[] | undefined; found: Query<Item> },
  toTarget: (item: Item) => JumpTarget,
): TargetResults {
  const { data = [], isPlaceholderData: isEarlier } = found
  return {
    known: [...latest, ...(isEarlier ? data : [])].map(toTarget),
    found: isEarlier ? [] : data.map(toTarget),
    isPending: found.isFetching,
    isOffline: found.fetchStatus === 'paused',
    isFailed: found.isError,
    retry: () => void found.refetch(),
  }
}
