import { randomBytes, randomFillSync } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

// Drawn many at once, each used once: to ask for them costs more than they do.
const drawn = new Uint8Array(4096)
let next = drawn.length

function randomByte(): number {
  if (next === drawn.length) {
    randomFillSync(drawn)
    next = 0
  }
  next += 1
  return drawn[next - 1] ?? 0
}

/** 22 characters of base 62: more than 128 random bits, safe in a path. */
function randomName(): string {
  let name = ''
  while (name.length < 22) {
    const byte = randomByte()
    // 248 is the largest multiple of 62 below 256; what lies above would favour the first letters.
    if (byte < 248) name += alphabet[byte % 62]
  }
  return name
}

export type IdPrefix =
  | 'tm'
  | 'usr'
  | 'ses'
  | 'rst'
  | 'inv'
  | 'ivl'
  | 'ver'
  | 'lst'
  | 'hld'
  | 'att'
  | 'crd'
  | 'ord'
  | 'oln'
  | 'tkt'
  | 'rep'
  | 'rfd'
  | 'pm'
  | 'pi'
  | 're'
  | 'sgn'
  | 'env'
  | 'alr'
  | 'qt'
  | 'off'
  | 'qlt'

/** Makes the opaque ids of listings, holds, orders and their kind; tests put a counting one in. */
export interface Ids {
  next(prefix: IdPrefix): string
  /** An unguessable secret, for session tokens. */
  secret(): string
}

export const randomIds: Ids = {
  next: (prefix) => `${prefix}_${randomName()}`,
  secret: () => randomBytes(32).toString('base64url'),
}
