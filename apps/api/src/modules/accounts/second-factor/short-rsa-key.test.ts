import { generateKeyPairSync } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { expect, test } from 'vitest'
import { isShortRsaKey } from './short-rsa-key.ts'

/** As a passkey states its key (RFC 8230). */
function rsaKey(bits: number, leadingZeros = 0) {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: bits })
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' })
  const modulus = Buffer.concat([Buffer.alloc(leadingZeros), Buffer.from(n, 'base64url')])
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 3],
      [3, -257],
      [-1, new Uint8Array(modulus)],
      [-2, new Uint8Array(Buffer.from(e, 'base64url'))],
    ]),
  )
}

test.each([
  [1024, 0, true],
  [1024, 200, true],
  [2048, 0, false],
  [3072, 0, false],
])('an RSA key of %i bits after %i zero bytes: too short is %s', (bits, zeros, isShort) => {
  expect(isShortRsaKey(rsaKey(bits, zeros))).toBe(isShort)
})

test('keys of curves are not concerned', () => {
  const key = new Map<number, number | Uint8Array>([
    [1, 1],
    [3, -8],
    [-1, 6],
    [-2, new Uint8Array(32)],
  ])
  expect(isShortRsaKey(isoCBOR.encode(key))).toBe(false)
})
