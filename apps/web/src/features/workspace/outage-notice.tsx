import { notifyManager, onlineManager, useQueryClient, type QueryCache } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { isOutage } from '#web/lib/http/api-error.ts'
import { useRootMark } from '#web/lib/hooks/use-root-mark.ts'
import { WifiOffIcon } from '#web/ui/icons.ts'

const subscribeToNetwork = (listener: () => void) => onlineManager.subscribe(listener)
const isOnline = () => onlineManager.isOnline()

/** Banner above the page while the browser is offline or the server cannot be reached. */
export function OutageNotice() {
  const online = useSyncExternalStore(subscribeToNetwork, isOnline)
  const isUnreachable = useIsUnreachable()
  const text = online
    ? isUnreachable && 'The service can’t be reached. This page updates by itself when it’s back.'
    : 'You’re offline. Prices and availability may be out of date until you reconnect.'
  useRootMark('data-notice', text !== false)
  return (
    <div role="status">
      {text !== false && (
        <p className="flex items-center justify-center gap-2.5 bg-signal-soft px-4 py-2 text-center font-medium text-signal">
          <WifiOffIcon aria-hidden className="size-4 shrink-0" />
          {text}
        </p>
      )}
    </div>
  )
}

/** Whether a query on the page is being repeated because of an outage. */
function useIsUnreachable(): boolean {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback(
    (listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener)),
    [cache],
  )
  return useSyncExternalStore(subscribe, () => hasFailingQuery(cache))
}

function hasFailingQuery(cache: QueryCache): boolean {
  return cache
    .getAll()
    .some(({ state }) => state.fetchStatus === 'fetching' && isOutage(state.fetchFailureReason))
}
