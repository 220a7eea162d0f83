import type { ChannelListener } from '#web/lib/realtime-client.ts'

/** Stands in for lib/realtime-client.ts in every test: channels without a server behind them. */
const channels = new Map<string, ChannelListener>()

export function listen(channel: string, listener: ChannelListener): () => void {
  channels.set(channel, listener)
  return () => void channels.delete(channel)
}

/** What the server would say on a channel; throws where nobody listens. */
export function playRealtime(channel: string): ChannelListener {
  const listener = channels.get(channel)
  if (!listener) throw new Error(`nobody listens to ${channel}`)
  return listener
}

export const listenedChannels = (): string[] => [...channels.keys()]
