import { useSyncExternalStore, type ReactNode } from 'react'
import { useLoaded } from './lib/use-loaded.ts'
import { toastQueue } from './ui/toast-queue.ts'

// Most pages never show a toast; the first one brings the code that draws it.
const loadToasts = async () => ({ default: (await import('./ui/toast.tsx')).ToastRegion })

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
  return isNeeded && <LoadedToasts />
}

/** Where the code cannot be had the words are what matters: they stand there without their finish. */
function LoadedToasts() {
  const { Loaded, isFailed } = useLoaded(loadToasts)
  const toasts = useSyncExternalStore(
    (notify) => toastQueue.subscribe(notify),
    () => toastQueue.visibleToasts,
  )
  if (Loaded) return <Loaded />
  return (
    isFailed &&
    toasts.map(({ key, content }) => (
      <p key={key} role="alert" className="fixed inset-x-4 top-4 z-50 rounded bg-ink px-4 py-3 text-paper">
        {content.message}
      </p>
    ))
  )
}
