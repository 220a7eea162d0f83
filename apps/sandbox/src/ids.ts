import { randomBytes, randomUUID } from 'node:crypto'

type Prefix = 'pi' | 're' | 'cus' | 'seti' | 'pm' | 'dp' | 'evt'

/** Starts with a letter, so that no id can pass for a card number. */
export function newId(prefix: Prefix): string {
  return `${prefix}_s${randomUUID().replaceAll('-', '')}`
}

export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}
