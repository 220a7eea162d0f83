import { useLoaded, type Load } from '#web/lib/use-loaded.ts'
import { Button } from './button.tsx'
import { AlertCircleIcon } from './icons.ts'

interface OnDemandProps<Props> {
  load: Load<Props>
  props: Props
}

/**
 * A menu, drawer or dialog whose code comes when it is first wanted. Where that cannot be had the page stays as it is, and
 * a line at its foot says so, with the way to try again.
 */
export function OnDemand<Props extends object>({ load, props }: OnDemandProps<Props>) {
  const { Loaded, isFailed, retry } = useLoaded(load)
  if (Loaded) return <Loaded {...props} />
  if (!isFailed) return null
  return (
    <div
      role="alert"
      className="fixed inset-x-4 bottom-4 z-50 mx-auto flex max-w-md animate-rise items-center gap-3 rounded border border-line bg-raised py-3 pr-3 pl-4 text-sm text-ink shadow"
    >
      <AlertCircleIcon aria-hidden className="size-5 shrink-0 text-danger" />
      <p className="min-w-0 flex-1 font-medium">
        {navigator.onLine ? 'This could not be loaded.' : 'You are offline. This could not be loaded.'}
      </p>
      <Button size="sm" onPress={retry}>
        Try again
      </Button>
    </div>
  )
}
