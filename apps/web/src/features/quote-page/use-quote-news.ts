import { quoteEvents } from '@terrace/contracts/quote-page'
import { useEffect, useEffectEvent } from 'react'
import { conflate } from '#web/lib/conflate.ts'
import { listen } from '#web/lib/realtime-client.ts'

/** Between two questions, however fast news comes: a whole event may change many times a second. */
const pauseMs = 1000

interface QuoteNewsOptions {
  /** Empty: nobody listens. */
  channels: readonly string[]
  setLive: (isLive: boolean) => void
  /** Asks for the quote again. */
  ask: () => Promise<unknown>
}

/** Hears on the quote's channels that something about it has changed, and asks. */
export function useQuoteNews({ channels, setLive, ask }: QuoteNewsOptions): void {
  const names = channels.join(' ')
  const askNow = useEffectEvent(async () => {
    await ask()
  })
  const tell = useEffectEvent((isLive: boolean) => setLive(isLive))
  useEffect(() => {
    if (names === '') return undefined
    const questions = conflate<'quote', null>(() => askNow(), pauseMs)
    const renew = () => questions.add([['quote', null]])
    const heard = new Set<string>()
    const wanted = names.split(' ')
    const leave = wanted.map((name) =>
      listen(name, {
        onEvent: (event) => {
          if (event === quoteEvents.changed) renew()
        },
        onLive(isLive) {
          if (isLive) heard.add(name)
          else heard.delete(name)
          tell(heard.size === wanted.length)
          // What happened before it was heard, or while it was not.
          if (isLive) renew()
        },
      }),
    )
    return () => {
      for (const end of leave) end()
      questions.stop()
      tell(false)
    }
  }, [names])
}
