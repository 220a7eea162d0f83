import { expect, test } from 'vitest'
import { passkeySiteOf } from './passkey-site.ts'

const sites = {
  tradeOrigins: ['https://terrace.example', 'https://eu.terrace.example', 'https://other.example'],
  production: true,
  port: 4000,
}

test.each([
  ['https://terrace.example', 'https://terrace.example', 'terrace.example'],
  // A subdomain of the first site shares its passkeys; another site has its own.
  ['https://eu.terrace.example', 'https://eu.terrace.example', 'terrace.example'],
  ['https://other.example', 'https://other.example', 'other.example'],
  // Never a site that is not ours.
  ['https://evil.example', 'https://terrace.example', 'terrace.example'],
  ['https://evilterrace.example', 'https://terrace.example', 'terrace.example'],
  ['http://terrace.example', 'https://terrace.example', 'terrace.example'],
  ['null', 'https://terrace.example', 'terrace.example'],
  [undefined, 'https://terrace.example', 'terrace.example'],
])('passkeys of a page at %s belong to %s, %s', (requested, origin, rpId) => {
  expect(passkeySiteOf(sites, requested)).toEqual({ origin, rpId })
})

test('the demo accepts any port of this machine', () => {
  const demo = { tradeOrigins: [], production: false, port: 4000 }
  expect(passkeySiteOf(demo, 'http://localhost:5173')).toEqual({
    origin: 'http://localhost:5173',
    rpId: 'localhost',
  })
  expect(passkeySiteOf(demo, 'https://evil.example')).toEqual({
    origin: 'http://localhost:4000',
    rpId: 'localhost',
  })
})
