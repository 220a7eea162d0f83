import { randomBytes } from 'node:crypto'

/** Request ids: unique across processes, of fixed length, and cheaper than a random id per request. */
export function createRequestIds(): () => string {
  const process = randomBytes(9).toString('base64url')
  let count = 0
  return () => `${process}-${(count += 1).toString(36).padStart(7, '0')}`
}
