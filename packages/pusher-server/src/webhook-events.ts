/** What webhooks report, in the field names of the Pusher protocol. */
export type WebhookEvent =
  | { name: 'channel_occupied' | 'channel_vacated' | 'cache_miss'; channel: string }
  | { name: 'member_added' | 'member_removed'; channel: string; user_id: string }
  | { name: 'subscription_count'; channel: string; subscription_count: number }
  | {
      name: 'client_event'
      channel: string
      event: string
      data: string
      socket_id: string
      user_id?: string | undefined
    }

/** Events that cancel each other when both happen within the delay. */
const opposites = {
  channel_vacated: 'channel_occupied',
  channel_occupied: 'channel_vacated',
  member_removed: 'member_added',
  member_added: 'member_removed',
} as const

const isPaired = (name: string): name is keyof typeof opposites => Object.hasOwn(opposites, name)

/** The same for two events only if one undoes the other. */
function pairKey(event: WebhookEvent): string {
  return `${event.channel} ${'user_id' in event ? (event.user_id ?? '') : ''}`
}

/**
 * Holds back departures, so that a page that reloads does not report that its user left and came back. `send` gets
 * everything else at once.
 */
export function createDepartureDelay(delayMs: number, send: (event: WebhookEvent) => void) {
  const waiting = new Map<string, { event: WebhookEvent; timer: NodeJS.Timeout }>()
  return {
    record(event: WebhookEvent): void {
      const { name } = event
      if (!isPaired(name)) return send(event)
      const isDeparture = name === 'channel_vacated' || name === 'member_removed'
      const key = `${isDeparture ? name : opposites[name]} ${pairKey(event)}`
      const departure = waiting.get(key)
      if (!isDeparture) {
        if (!departure) return send(event)
        clearTimeout(departure.timer)
        waiting.delete(key)
        return
      }
      const timer = setTimeout(() => {
        waiting.delete(key)
        send(event)
      }, delayMs)
      timer.unref()
      waiting.set(key, { event, timer })
    },
    /** Sends the departures that are still held back. */
    flush(): void {
      for (const { event, timer } of waiting.values()) {
        clearTimeout(timer)
        send(event)
      }
      waiting.clear()
    },
  }
}
