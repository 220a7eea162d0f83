import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { WifiOffIcon } from '#web/ui/icons.ts'

const subscribe = (listener: () => void) => onlineManager.subscribe(listener)
const isOnline = () => onlineManager.isOnline()

/** Banner above the page while the browser is offline. */
export function OfflineNotice() {
  const online = useSyncExternalStore(subscribe, isOnline)
  return (
    <div role="status">
      {!online && (
        <p
          data-offline
          className="flex items-center justify-center gap-2.5 bg-signal-soft px-4 py-2 text-center font-medium text-signal"
        >
          <WifiOffIcon aria-hidden className="size-4 shrink-0" />
          You’re offline. Prices and availability may be out of date until you reconnect.
        </p>
      )}
    </div>
  )
}
