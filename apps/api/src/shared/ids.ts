import { randomBytes } from 'node:crypto'
import { randomByte } from './random-pool.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const nameLength = 22
/** Enough for milliseconds since 1970 until the year 2081. */
const timeLength = 7

/** 22 base-62 characters, safe in a path: more than 128 random bits, or more than 88 after a given start. */
function randomName(start = ''): string {
  let name = start
  while (name.length < nameLength) {
    const byte = randomByte()
    // 248 is the largest multiple of 62 below 256; larger bytes would bias the result.
    if (byte < 248) name += alphabet[byte % 62]
  }
  return name
}

/** The time in base-62 characters that sort like it. */
function timeName(): string {
  let rest = Date.now()
  let name = ''
  for (let length = 0; length < timeLength; length += 1) {
    name = `${alphabet[rest % 62]}${name}`
    rest = Math.floor(rest / 62)
  }
  return name
}

export type IdPrefix =
  | 'sdc' // document of a seller
  | 'ble' // bulk edit of listings
  | 'tm' // team
  | 'spn' // saved person
  | 'usr' // account
  | 'ses' // session
  | 'psk' // passkey
  | 'aut' // authenticator app
  | 'rst' // password reset
  | 'ver' // email verification
  | 'emc' // change of an email address
  | 'inv' // invitation
  | 'iem' // email of an invitation
  | 'sgn' // signing
  | 'env' // signed envelope
  | 'lst' // listing
  | 'ipf' // profile of inventory files
  | 'imp' // inventory import
  | 'iak' // API key for inventory files
  | 'evr' // request for an event
  | 'prl' // price rule
  | 'hld' // hold
  | 'att' // checkout attempt
  | 'crd' // saved card
  | 'ord' // order
  | 'oln' // order line
  | 'tkt' // ticket
  | 'rep' // issue report
  | 'rfd' // refund of an order line
  | 'alr' // tracking alert
  | 'ssr' // saved search
  | 'sal' // alert of a saved search
  | 'ntf' // notification
  | 'cal' // calendar feed
  | 'qt' // quote
  | 'off' // offer of a quote
  | 'qem' // email of a quote
  | 'clt' // client of a team
  | 'clp' // proposal for the client book
  | 'exp' // export of an account's data
  | 'prc' // process
  | 'pm' // payment method of the sandbox
  | 'pi' // payment of the sandbox
  | 're' // refund of the sandbox

/**
 * Written with each order. Their ids start with the time, so that new entries of an index share its last pages instead of
 * changing one each. Ids of listings, holds, quotes and orders reveal nothing (product.md §9).
 */
const timeOrdered: ReadonlySet<IdPrefix> = new Set(['att', 'oln', 'ntf'])

/** Generates opaque ids of listings, holds, orders and so on; tests inject a counter. */
export interface Ids {
  next(prefix: IdPrefix): string
  /** An unguessable secret, for session tokens. */
  secret(): string
}

export const randomIds: Ids = {
  next: (prefix) => `${prefix}_${randomName(timeOrdered.has(prefix) ? timeName() : '')}`,
  secret: () => randomBytes(32).toString('base64url'),
}
