import { useImperativeHandle, type Ref } from 'react'
import { cx } from '#web/ui/cx.ts'
import type { CardForm } from './card-form.ts'
import { CardUnavailable } from './card-unavailable.tsx'
import { CardWaiting } from './card-waiting.tsx'
import { useCardFrame } from './use-card-frame.ts'

/** The sandbox's form in its frame, as tall as what it holds, with its shape while it loads. */
export function CardFrame({ url, ref }: { url: string; ref: Ref<CardForm> }) {
  const { frame, load, state, height, theme, reload, tokenise } = useCardFrame(url)
  useImperativeHandle(ref, () => ({ tokenise }))
  if (state === 'failed') return <CardUnavailable onRetry={reload} />
  return (
    <div className="relative">
      {state === 'loading' && (
        <div className="absolute inset-x-0 top-0">
          <CardWaiting />
        </div>
      )}
      <iframe
        key={load}
        ref={frame}
        src={url}
        title="Card details"
        className={cx(
          // Its edge leaves 3 px for the focus rings: the fields themselves stand below the headings.
          '-mx-[3px] block w-[calc(100%+6px)] max-w-none border-0 bg-transparent transition-opacity',
          state === 'loading' && 'opacity-0',
        )}
        // A frame in another colour scheme than its element's gets an opaque ground.
        style={{ height: height || 168, colorScheme: theme }}
      />
    </div>
  )
}
