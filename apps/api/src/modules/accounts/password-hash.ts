import { randomBytes, timingSafeEqual } from 'node:crypto'
import { hashInThread } from './hash-threads.ts'

/** What hash-worker.ts hashes with, as the stored text tells it. */
const head = '$argon2id$v=19$m=19456,t=2,p=1'

/**
 * The hash of a password that nobody has. Compared against when there is no such account, so that the answer takes as long
 * as for a wrong password.
 */
export const nobodysHash = storedText(Buffer.alloc(16), Buffer.alloc(32))

/** argon2id in the usual text form: `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  return storedText(salt, await hashInThread(password, salt))
}

/** True when the password gives the stored hash; compares in constant time. */
export async function passwordMatches(password: string, stored: string): Promise<boolean> {
  const [, , , , salt, hash] = stored.split('$')
  if (!salt || !hash) return false
  const expected = Buffer.from(hash, 'base64')
  const actual = await hashInThread(password, Buffer.from(salt, 'base64'))
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

function storedText(salt: Buffer, hash: Buffer): string {
  return `${head}$${salt.toString('base64')}$${hash.toString('base64')}`
}
