import { quoteEvents } from '@terrace/contracts/quote-page'
import { useEffect, useEffectEvent } from 'react'
import { coalesce } from '#web/lib/coalesce.ts'
import { listen } from '#web/lib/http/realtime-client.ts'

/** Minimum time between refetches; an event quote can change many times a second. */
const pauseMs = 1000

interface QuoteUpdatesOptions {
  /** Empty while the page is hidden; then nothing is subscribed. */
  channels: readonly string[]
  setLive: (isLive: boolean) => void
  refetch: () => Promise<unknown>
}

/** Refetches the quote when one of its channels reports a change. */
export function useQuoteUpdates({ channels, setLive, refetch }: QuoteUpdatesOptions): void {
  const names = channels.join(' ')
  const refetchNow = useEffectEvent(async () => {
    await refetch()
  })
  const reportLive = useEffectEvent((isLive: boolean) => setLive(isLive))
  useEffect(() => {
    if (names === '') return undefined
    const refetchQueue = coalesce<'quote', null>(() => refetchNow(), pauseMs)
    const scheduleRefetch = () => refetchQueue.add([['quote', null]])
    const liveChannels = new Set<string>()
    const channelNames = names.split(' ')
    const unsubscribers = channelNames.map((name) =>
      listen(name, {
        onEvent: (event) => {
          if (event === quoteEvents.changed) scheduleRefetch()
        },
        onLive(isLive) {
          if (isLive) liveChannels.add(name)
          else liveChannels.delete(name)
          reportLive(liveChannels.size === channelNames.length)
          // Catch up on changes that happened while disconnected.
          if (isLive) scheduleRefetch()
        },
      }),
    )
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe()
      refetchQueue.stop()
      reportLive(false)
    }
  }, [names])
}
