import { frame } from './frames.ts'

/** Channels with more subscribers report their count less often. */
const crowd = 100
const crowdMs = 5000

interface CountOptions {
  countOf: (channel: string) => number
  report: (channel: string, count: number, text: string) => void
}

/** Reports the number of a channel's subscribers after changes. */
export function createSubscriptionCounts({ countOf, report }: CountOptions) {
  const pending = new Map<string, NodeJS.Timeout>()
  return {
    change(channel: string): void {
      if (pending.has(channel)) return
      const timer = setTimeout(
        () => {
          pending.delete(channel)
          const count = countOf(channel)
          const text = frame('pusher_internal:subscription_count', { subscription_count: count }, channel)
          report(channel, count, text)
        },
        countOf(channel) > crowd ? crowdMs : 0,
      )
      timer.unref()
      pending.set(channel, timer)
    },
  }
}
