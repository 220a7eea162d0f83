import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether any of our keys made any of the signatures that came with the body (wire.md §4). Every pair is compared, each
 * in the same time, so that the time tells nothing.
 */
export function isSignedByConnect(
  body: Uint8Array,
  headers: IncomingHttpHeaders,
  keys: readonly string[],
): boolean {
  const given = Object.entries(headers)
    .filter(([name]) => /^x-docusign-signature-\d{1,3}$/.test(name))
    .flatMap(([, value]) => value ?? [])
  let found = false
  for (const key of keys) {
    const expected = createHmac('sha256', key).update(body).digest()
    for (const text of given) {
      const bytes = Buffer.from(text, 'base64')
      if (bytes.length === expected.length && timingSafeEqual(bytes, expected)) found = true
    }
  }
  return found
}
