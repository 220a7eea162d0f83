import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { useLazyComponent, type ComponentLoader } from '#web/lib/hooks/use-lazy-component.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { AlertCircleIcon } from '#web/ui/icons.ts'

interface LazyPartProps<Props> {
  load: ComponentLoader<Props>
  props: Props
  /** Shown while the code loads. */
  pending?: ReactNode
}

/** Until an open dialog is there, the page must not take its keys for shortcuts (`isDialogOpen`). */
const opening = <span data-opening hidden />

/**
 * A menu, drawer, dialog or other part of a page whose code loads on first use. If loading fails, the page stays as it
 * is and an error with a "Try again" button appears at the bottom. Offline, loading goes on by itself once there is a
 * connection.
 */
export function LazyPart<Props extends object>({
  load,
  props,
  pending = 'isOpen' in props && props.isOpen === true ? opening : null,
}: LazyPartProps<Props>) {
  const { Loaded, isFailed, retry, retryInBackground } = useLazyComponent(load)
  const retryOnline = useEffectEvent(retryInBackground)
  useEffect(() => {
    if (!isFailed) return undefined
    window.addEventListener('online', retryOnline)
    return () => window.removeEventListener('online', retryOnline)
  }, [isFailed])
  if (Loaded) return <Loaded {...props} />
  if (!isFailed) return pending
  return (
    <div
      role="alert"
      className="fixed inset-x-4 bottom-4 z-50 mx-auto flex max-w-md animate-rise items-center gap-3 rounded border border-line bg-raised py-3 pr-3 pl-4 text-sm text-ink shadow"
    >
      <AlertCircleIcon aria-hidden className="size-5 shrink-0 text-danger" />
      <p className="min-w-0 flex-1 font-medium">
        {navigator.onLine
          ? 'Couldn’t load this. Try again.'
          : 'You’re offline. This loads when you’re back online.'}
      </p>
      <Button size="sm" onPress={retry}>
        Try again
      </Button>
    </div>
  )
}
