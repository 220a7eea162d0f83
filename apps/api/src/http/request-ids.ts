import { randomBytes } from 'node:crypto'

/** Names of requests: unique among all processes, and a tenth of the price of a random one for each; all of one length. */
export function createRequestIds(): () => string {
  const process = randomBytes(9).toString('base64url')
  let count = 0
  return () => `${process}-${(count += 1).toString(36).padStart(7, '0')}`
}
