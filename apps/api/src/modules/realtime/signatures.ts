import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { ChannelPass, ChannelRequest, RealtimeApp } from './realtime.port.ts'

const hmac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex')

/** Compares in a time that depends on the lengths only. */
export function sameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Signs one socket into one channel (wire.md §2.4); the data that is signed is the very text that is returned. */
export function signChannel(
  { key, secret }: RealtimeApp,
  { socketId, channel }: Pick<ChannelRequest, 'socketId' | 'channel'>,
  content: object | undefined,
): ChannelPass {
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

/** Of a call to the events API; `query` without `auth_signature`, its values as they are before URL encoding. */
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
