import { useImperativeHandle, type Ref } from 'react'
import { cx } from '#web/ui/cx.ts'
import type { CardForm } from './card-form.ts'
import { CardUnavailable } from './card-unavailable.tsx'
import { CardSkeleton } from './card-skeleton.tsx'
import { useCardFrame } from './use-card-frame.ts'

/** The sandbox gateway's card form in an iframe that grows with its content. */
export function CardFrame({ url, ref }: { url: string; ref: Ref<CardForm> }) {
  const { frame, frameKey, state, height, theme, reload, tokenise } = useCardFrame(url)
  useImperativeHandle(ref, () => ({ tokenise }))
  if (state === 'failed') return <CardUnavailable onRetry={reload} />
  return (
    <div className="relative">
      {state === 'loading' && (
        <div className="absolute inset-x-0 top-0">
          <CardSkeleton />
        </div>
      )}
      <iframe
        key={frameKey}
        ref={frame}
        src={url}
        title="Card details"
        className={cx(
          // The frame is 3 px wider on each side for focus rings, so its fields align with the headings.
          '-mx-[3px] block w-[calc(100%+6px)] max-w-none border-0 bg-transparent transition-opacity',
          state === 'loading' && 'opacity-0',
        )}
        // The frame is only transparent while its colour scheme matches the element's.
        style={{ height: height || 168, colorScheme: theme }}
      />
    </div>
  )
}
