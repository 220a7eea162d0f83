/** Channel names and kinds of the Pusher protocol. */

const channelName = /^[A-Za-z0-9_\-=@,.;]{1,200}$/
const userChannelPrefix = '#server-to-user-'
// Control characters and lone surrogates are not valid in names or in stored JSON.
const plainText = /^[^\p{Cc}\p{Cs}]+$/u

export function isChannelName(name: string): boolean {
  return channelName.test(name) || (userOfChannel(name) !== undefined && name.length <= 200)
}

/** The user that a user channel belongs to; only that user may subscribe, after signing in. */
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

/** The server library and the subscribers of an encrypted channel share a key; this server only passes events on. */
export const isEncrypted = (channel: string): boolean => channel.startsWith('private-encrypted-')

/** A cache channel sends its last event to each new subscriber. */
export const isCache = (channel: string): boolean =>
  /^(private-encrypted-|private-|presence-)?cache-/.test(channel)
