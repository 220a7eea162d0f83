import { eventChannel, eventChannelEvents, eventUpdate } from '@terrace/contracts/realtime'
import { useEffect, useEffectEvent, useRef } from 'react'
import { listen } from '#web/lib/http/realtime-client.ts'
import { publishInventoryUpdate } from './inventory-events.ts'

/** Scrolling past an event must not subscribe to it. */
const debounceMs = 400

/** Listens to the events whose listings are in view: a hold, a sale or an edit of any of them is announced there. */
export function useEventChannels(eventIds: readonly number[]): void {
  const subscriptions = useRef(new Map<number, () => void>())
  const wanted = [...new Set(eventIds)].toSorted((left, right) => left - right).join()
  const apply = useEffectEvent((ids: ReadonlySet<number>) => {
    for (const [id, stop] of subscriptions.current) {
      if (ids.has(id)) continue
      stop()
      subscriptions.current.delete(id)
    }
    for (const id of ids) if (!subscriptions.current.has(id)) subscriptions.current.set(id, subscribe(id))
  })
  useEffect(() => {
    const ids = new Set(wanted === '' ? [] : wanted.split(',').map(Number))
    const timer = setTimeout(() => apply(ids), debounceMs)
    return () => clearTimeout(timer)
  }, [wanted])
  useEffect(() => {
    const { current } = subscriptions
    return () => {
      for (const stop of current.values()) stop()
      current.clear()
    }
  }, [])
}

function subscribe(eventId: number): () => void {
  let wasLive = false
  return listen(eventChannel(eventId), {
    onEvent(event, data) {
      const update = event === eventChannelEvents.changed ? eventUpdate.safeParse(data) : undefined
      if (update?.success !== true) return
      publishInventoryUpdate(update.data.listings?.map(({ id }) => id) ?? null)
    },
    // Updates may have been missed while the connection was down.
    onLive(isLive) {
      if (isLive && wasLive) publishInventoryUpdate(null)
      wasLive ||= isLive
    },
  })
}
