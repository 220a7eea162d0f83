import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { PusherApp } from './pusher-app.ts'

/** The response of an authorisation endpoint, in the field names of the Pusher protocol. */
export interface ChannelAuthorisation {
  auth: string
  channel_data?: string
}

const hmac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex')

/** Constant-time comparison for texts of equal length. */
export function isEqualText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Signs one socket's subscription to one channel; `channel_data` is returned exactly as signed. */
export function signChannel(
  { key, secret }: PusherApp,
  { socketId, channel }: { socketId: string; channel: string },
  content: object | undefined,
): ChannelAuthorisation {
  const data = content && JSON.stringify(content)
  return {
    auth: `${key}:${channelSignature(secret, socketId, channel, data)}`,
    ...(data !== undefined && { channel_data: data }),
  }
}

export function channelSignature(
  secret: string,
  socketId: string,
  channel: string,
  data: string | undefined,
): string {
  return hmac(secret, data === undefined ? `${socketId}:${channel}` : `${socketId}:${channel}:${data}`)
}

export function userSignature(secret: string, socketId: string, userData: string): string {
  return hmac(secret, `${socketId}::user::${userData}`)
}

/** The signature of an events API request. `query` has decoded values and no `auth_signature`. */
export function requestSignature(
  secret: string,
  { method, path, query }: { method: string; path: string; query: ReadonlyMap<string, string> },
): string {
  const pairs = [...query].map(([name, value]) => [name.toLowerCase(), value] as const)
  const sorted = pairs.toSorted(([left], [right]) => (left < right ? -1 : 1))
  return hmac(
    secret,
    [method.toUpperCase(), path, sorted.map(([name, value]) => `${name}=${value}`).join('&')].join('\n'),
  )
}

export const bodyMd5 = (body: Uint8Array): string => createHash('md5').update(body).digest('hex')
