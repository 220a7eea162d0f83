import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { CardFrame as Frame } from './use-card-frame.ts'

/** Draws the frame of {@link Frame}, as tall as what it holds, with its shape while it loads. */
export function CardFrame({ url, card }: { url: string; card: Frame }) {
  const { frame, load, state, height, theme, reload } = card
  if (state === 'failed') {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 text-sm">
        <p className="min-w-0 flex-1 text-danger">The card form could not be loaded.</p>
        <Button size="sm" onPress={reload}>
          Try again
        </Button>
      </div>
    )
  }
  return (
    <div className="relative">
      {state === 'loading' && (
        <div className="absolute inset-x-0 top-0 flex flex-col gap-3" role="status">
          <span className="sr-only">Loading the card form</span>
          <Skeleton className="h-12 w-full" />
          <span className="grid grid-cols-2 gap-3">
            <Skeleton className="h-12" />
            <Skeleton className="h-12" />
          </span>
        </div>
      )}
      <iframe
        key={load}
        ref={frame}
        src={url}
        title="Card details"
        className={cx(
          'block w-full border-0 bg-transparent transition-opacity',
          state === 'loading' && 'opacity-0',
        )}
        // A frame in another colour scheme than its element's gets an opaque ground.
        style={{ height: height || 168, colorScheme: theme }}
      />
    </div>
  )
}
