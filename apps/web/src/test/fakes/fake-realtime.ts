import type { ChannelListener } from '#web/lib/http/realtime-client.ts'

/** Replaces lib/http/realtime-client.ts in every test: channels without a server. */
const channels = new Map<string, ChannelListener>()

export function listen(channel: string, listener: ChannelListener): () => void {
  channels.set(channel, listener)
  return () => void channels.delete(channel)
}

/** The listener of a channel, to send events to; throws when there is none. */
export function fakeChannel(channel: string): ChannelListener {
  const listener = channels.get(channel)
  if (!listener) throw new Error(`no listener on ${channel}`)
  return listener
}

export const subscribedChannels = (): string[] => [...channels.keys()]
