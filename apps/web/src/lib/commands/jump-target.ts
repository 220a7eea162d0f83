/** A page that the command palette can go to. */
export interface JumpTarget {
  /** `event_list` is the events of a performer, venue or category. */
  kind: 'event' | 'event_list' | 'order' | 'quote' | 'hold' | 'tracked' | 'client' | 'page'
  id: string
  title: string
  detail: string
  /** Price, status or time near the end of the line. */
  aside?: string | undefined
  /** '1,127 tickets' or '14 events', at the end of the line. */
  count?: string | undefined
  /** Address in this application, from '/'. */
  href: string
}

/** Targets that the palette may offer for the typed text. */
export interface TargetResults {
  /** Targets in memory, shown if they match. */
  latest: readonly JumpTarget[]
  found: readonly JumpTarget[]
  /** `found` belongs to an earlier text, so its targets are shown only if they match. */
  isOfEarlierText: boolean
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

/** Targets of the latest items and of those found. */
export function targetResults<Item>(
  { latest = [], found }: { latest?: readonly Item[] | undefined; found: Query<Item> },
  toTarget: (item: Item) => JumpTarget,
): TargetResults {
  const { data = [] } = found
  return {
    latest: latest.map(toTarget),
    found: data.map(toTarget),
    isOfEarlierText: found.isPlaceholderData,
    isPending: found.isFetching,
    isOffline: found.fetchStatus === 'paused',
    isFailed: found.isError,
    retry: () => void found.refetch(),
  }
}
