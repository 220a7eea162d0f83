import { lazy, Suspense, useSyncExternalStore, type ReactNode } from 'react'
import { toastQueue } from './ui/toast-queue.ts'

// Most pages never show a toast; the first one brings the code that draws it.
const ToastRegion = lazy(async () => ({ default: (await import('./ui/toast.tsx')).ToastRegion }))

/** What every page stands in, logged in or not: the place for toasts. */
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
    // Once drawn it stays: the region gives the focus back when its last toast goes.
    () => (wasShown ||= toastQueue.visibleToasts.length > 0),
  )
  return <Suspense fallback={null}>{isNeeded && <ToastRegion />}</Suspense>
}
