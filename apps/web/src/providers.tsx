import { useSyncExternalStore, type ReactNode } from 'react'
import { useLazyComponent } from './lib/hooks/use-lazy-component.ts'
import { PlainToasts } from './ui/overlay/plain-toasts.tsx'
import { toastQueue } from './ui/overlay/toast-queue.ts'

// Lazy-loaded, because most pages never show a toast.
const loadToasts = async () => ({ default: (await import('./ui/overlay/toast.tsx')).ToastRegion })

/** Wraps every page, logged in or not, with the toast region. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <Toasts />
    </>
  )
}

let wasShown = false

function Toasts() {
  const isNeeded = useSyncExternalStore(
    (notify) => toastQueue.subscribe(notify),
    // Stays mounted after its last toast to restore the focus.
    () => (wasShown ||= toastQueue.visibleToasts.length > 0),
  )
  return isNeeded && <LoadedToasts />
}

function LoadedToasts() {
  const { Loaded, isFailed } = useLazyComponent(loadToasts)
  return Loaded ? <Loaded /> : isFailed && <PlainToasts />
}
