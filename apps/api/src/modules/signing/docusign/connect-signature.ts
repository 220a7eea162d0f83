import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** True if one of our keys made one of the body's signatures. Compares every pair in constant time. */
export function isSignedByConnect(
  body: Uint8Array,
  headers: IncomingHttpHeaders,
  keys: readonly string[],
): boolean {
  const signatures = Object.entries(headers)
    .filter(([name]) => /^x-docusign-signature-\d{1,3}$/.test(name))
    .flatMap(([, value]) => value ?? [])
  let found = false
  for (const key of keys) {
    const expected = createHmac('sha256', key).update(body).digest()
    for (const signature of signatures) {
      const bytes = Buffer.from(signature, 'base64')
      if (bytes.length === expected.length && timingSafeEqual(bytes, expected)) found = true
    }
  }
  return found
}
