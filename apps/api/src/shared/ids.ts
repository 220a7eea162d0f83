import { randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** 22 characters of base 62: more than 128 random bits, safe in a path. */
function randomName(): string {
  let name = ''
  while (name.length < 22) {
    for (const byte of randomBytes(32)) {
      // 248 is the largest multiple of 62 below 256; what lies above would favour the first letters.
      if (byte < 248 && name.length < 22) name += alphabet[byte % 62]
    }
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
