import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Clock } from '#api/shared/clock.ts'
import { DecryptionError, type FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import type { Ids } from '#api/shared/ids.ts'

const lifetimeDays = 180
/** Not of a column, so that it is not in `encryptionContexts`. */
export const deviceCookieContext = 'cookies.known_device'
/** A browser keeps this many accounts; the oldest is dropped, so that the header stays short. */
const maxCookies = 8

/** Proves that the account has logged in on this device before. */
export interface DeviceCookie {
  accountId: string
  /** Of the account, when the cookie was issued: it ends when the account forgets its devices. */
  epoch: number
  deviceId: string
  issuedAt: number
}

export interface DeviceDeps {
  clock: Clock
  fieldCipher: FieldCipher
}

const content = z.tuple([z.string(), z.int(), z.string(), z.int()])

/** Authenticated with the data keys, so that it rotates with them. Reveals nothing about the account. */
function encode({ fieldCipher }: DeviceDeps, device: DeviceCookie): string {
  const text = JSON.stringify([device.accountId, device.epoch, device.deviceId, device.issuedAt])
  return fieldCipher.encrypt(text, deviceCookieContext).toString('base64url')
}

function decode({ fieldCipher, clock }: DeviceDeps, value: string): DeviceCookie | undefined {
  if (!/^[\w-]{40,400}$/.test(value)) return undefined
  try {
    const text = fieldCipher.decrypt(Buffer.from(value, 'base64url'), deviceCookieContext)
    const [accountId, epoch, deviceId, issuedAt] = content.parse(JSON.parse(text))
    const isExpired = clock.now().getTime() - issuedAt > lifetimeDays * 86_400_000
    return isExpired ? undefined : { accountId, epoch, deviceId, issuedAt }
  } catch (error) {
    // Forged, or older than the oldest key.
    if (error instanceof DecryptionError) return undefined
    throw error
  }
}

/** The known devices that the request proves, one per account. */
export function readDeviceCookies(deps: DeviceDeps, request: FastifyRequest): DeviceCookie[] {
  return namedCookies(request)
    .slice(0, 2 * maxCookies)
    .flatMap(({ value }) => decode(deps, value) ?? [])
}

/** Makes this browser a known device of the account, for 180 days from now. */
export function setDeviceCookie(
  deps: DeviceDeps & { ids: Ids },
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { accountId, epoch }: { accountId: string; epoch: number },
): void {
  const known = readDeviceCookies(deps, request).find((device) => device.accountId === accountId)
  const deviceId = known?.deviceId ?? deps.ids.secret()
  const value = encode(deps, { accountId, epoch, deviceId, issuedAt: deps.clock.now().getTime() })
  const name = nameOf(request, accountId)
  const others = namedCookies(request).filter((cookie) => cookie.name !== name)
  const age = ({ value: other }: { value: string }) => decode(deps, other)?.issuedAt ?? 0
  const dropped = others.toSorted((a, b) => age(b) - age(a)).slice(maxCookies - 1)
  void reply.header('set-cookie', [
    cookieHeader(request, { name, value, maxAge: lifetimeDays * 86_400 }),
    ...dropped.map((cookie) => cookieHeader(request, { name: cookie.name, value: '', maxAge: 0 })),
  ])
}

function nameOf(request: FastifyRequest, accountId: string): string {
  return `${prefixOf(request)}${createHash('sha256').update(accountId).digest('hex').slice(0, 12)}`
}

/** On https the `__Host-` prefix stops sibling domains from setting it; browsers accept it only there. */
function prefixOf(request: FastifyRequest): string {
  return isHttps(request) ? '__Host-known_device_' : 'known_device_'
}

function namedCookies(request: FastifyRequest): { name: string; value: string }[] {
  const prefix = prefixOf(request)
  return (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim().split('=', 2))
    .map(([name = '', value = '']) => ({ name, value }))
    .filter(({ name }) => name.startsWith(prefix))
}

function cookieHeader(
  request: FastifyRequest,
  { name, value, maxAge }: { name: string; value: string; maxAge: number },
): string {
  const parts = [`${name}=${value}`, 'Path=/', `Max-Age=${maxAge}`, 'HttpOnly', 'SameSite=Lax']
  return [...parts, ...(isHttps(request) ? ['Secure'] : [])].join('; ')
}

/** A proxy may terminate https, so trust the browser's `Origin`; a false one harms only its sender. */
function isHttps({ protocol, headers }: FastifyRequest): boolean {
  return protocol === 'https' || headers.origin?.startsWith('https://') === true
}
