import { randomBytes } from 'node:crypto'

type Prefix = 'pi' | 're' | 'cus' | 'seti' | 'pm' | 'dp' | 'evt'

/** Of the hexadecimal digits 0 to 9: an id without digits cannot pass for a card number. */
const letters = 'ghijklmnop'

export function newId(prefix: Prefix): string {
  const name = randomBytes(16).toString('hex')
  return `${prefix}_${name.replaceAll(/\d/g, (digit) => letters[Number(digit)] ?? '')}`
}

export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}
