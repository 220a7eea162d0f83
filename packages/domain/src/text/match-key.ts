import { shortHash } from './short-hash.ts'
import { plainLetters } from './slug.ts'

/**
 * Normalises a name for comparison: lower-case words without accents and punctuation, separated by single spaces.
 * Letters of every script stay, so 'Зенит-2' ('зенит 2') and 'Спартак-2' differ. A name without letters or digits
 * becomes a stable hash.
 */
export function matchKey(name: string): string {
  const key = plainLetters(name)
    .replaceAll(/(?<![\p{L}\p{M}])\p{M}+/gu, '')
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
    .normalize('NFC')
  return key === '' ? `n ${shortHash(name)}` : key
}
