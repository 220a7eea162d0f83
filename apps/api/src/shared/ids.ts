import { randomBytes, randomFillSync } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

// Random bytes are drawn in blocks, because each draw is expensive; every byte is used once.
const randomPool = new Uint8Array(4096)
let nextIndex = randomPool.length

function randomByte(): number {
  if (nextIndex === randomPool.length) {
    randomFillSync(randomPool)
    nextIndex = 0
  }
  nextIndex += 1
  return randomPool[nextIndex - 1] ?? 0
}

/** 22 base-62 characters: more than 128 random bits, safe in a path. */
function randomName(): string {
  let name = ''
  while (name.length < 22) {
    const byte = randomByte()
    // 248 is the largest multiple of 62 below 256; larger bytes would bias the result.
    if (byte < 248) name += alphabet[byte % 62]
  }
  return name
}

export type IdPrefix =
  | 'tm' // team
  | 'spn' // saved person
  | 'usr' // account
  | 'ses' // session
  | 'rst' // password reset
  | 'ver' // email verification
  | 'inv' // invitation
  | 'iem' // email of an invitation
  | 'sgn' // signing
  | 'env' // signed envelope
  | 'lst' // listing
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
  | 'pm' // payment method of the sandbox
  | 'pi' // payment of the sandbox
  | 're' // refund of the sandbox

/** Generates opaque ids of listings, holds, orders and so on; tests inject a counter. */
export interface Ids {
  next(prefix: IdPrefix): string
  /** An unguessable secret, for session tokens. */
  secret(): string
}

export const randomIds: Ids = {
  next: (prefix) => `${prefix}_${randomName()}`,
  secret: () => randomBytes(32).toString('base64url'),
}
