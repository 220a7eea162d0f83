import { randomBytes } from 'node:crypto'
import { hashToken } from '#api/shared/crypto/token-hash.ts'

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const codeCount = 10

/**
 * Ten codes of 140 random bits each, in groups of four characters. That is enough for a plain hash, as for a token, so
 * that checking one code costs no more than a look-up.
 */
export function generateRecoveryCodes(): string[] {
  return Array.from({ length: codeCount }, () => {
    // 32 characters divide 256 evenly.
    const text = Array.from(randomBytes(28), (byte) => alphabet[byte % 32]).join('')
    return text.replaceAll(/(.{4})(?=.)/g, '$1-')
  })
}

/** For a code without hyphens, or as it was shown. */
export function hashRecoveryCode(code: string): Buffer {
  return hashToken(code.replaceAll('-', ''))
}
