import { randomBytes, timingSafeEqual } from 'node:crypto'
import { hashInWorker } from './hash-threads.ts'

/** Must match the cost in hash-worker.ts. */
const hashPrefix = '$argon2id$v=19$m=19456,t=2,p=1'

/** Compared against if the account does not exist, so the response takes as long as for a wrong password. */
export const dummyHash = storedText(Buffer.alloc(16), Buffer.alloc(32))

/** argon2id in PHC format: `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  return storedText(salt, await hashInWorker(password, salt))
}

/** Compares in constant time. */
export async function passwordMatches(password: string, stored: string): Promise<boolean> {
  const [, , , , salt, hash] = stored.split('$')
  if (!salt || !hash) return false
  const expected = Buffer.from(hash, 'base64')
  const actual = await hashInWorker(password, Buffer.from(salt, 'base64'))
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

function storedText(salt: Buffer, hash: Buffer): string {
  return `${hashPrefix}$${salt.toString('base64')}$${hash.toString('base64')}`
}
