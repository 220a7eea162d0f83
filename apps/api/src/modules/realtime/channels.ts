/** Names and kinds of channels, as the Pusher protocol has them. */

const channelName = /^[A-Za-z0-9_\-=@,.;]{1,200}$/
const userChannelPrefix = '#server-to-user-'
// Control characters and half surrogates are neither names nor storable as JSON.
const plainText = /^[^\p{Cc}\p{Cs}]+$/u

export function isChannelName(name: string): boolean {
  return channelName.test(name) || (userOfChannel(name) !== undefined && name.length <= 200)
}

/** The user whose own channel this is, who alone may hear it after signing in. */
export function userOfChannel(name: string): string | undefined {
  if (!name.startsWith(userChannelPrefix)) return undefined
  const userId = name.slice(userChannelPrefix.length)
  return isUserId(userId) ? userId : undefined
}

export function isEventName(name: string): boolean {
  return name.length <= 200 && plainText.test(name)
}

export function isUserId(id: string): boolean {
  return id.length <= 128 && plainText.test(id)
}

export const isPresence = (channel: string): boolean => channel.startsWith('presence-')

export const needsSignature = (channel: string): boolean =>
  channel.startsWith('private-') || isPresence(channel)

/** A cache channel tells a new subscriber the last event that it carried. */
export const isCache = (channel: string): boolean => /^(private-|presence-)?cache-/.test(channel)
