import { shortHash } from './short-hash.ts'

// Characters that Unicode does not decompose into a base character and a mark.
const asciiReplacements: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ł', 'l'],
  ['ı', 'i'],
])

/**
 * A name as a URL segment: a-z, 0-9 and single hyphens (spec §2, "parts slugified"). Idempotent. 'Brighton & Hove' →
 * 'brighton-and-hove', 'A.F.C. Bournemouth' → 'afc-bournemouth', "Queen's Club" → 'queens-club'. Never empty: names
 * without a usable character ('東京', '') become 'n-' and a stable hash.
 */
export function slugify(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßæœøđðþłı]/g, (character) => asciiReplacements.get(character) ?? character)
    .replaceAll('&', ' and ')
    // Apostrophes and dots in abbreviations join a word; all other characters separate words.
    .replaceAll(/['’ʼ`´]|(?<=\p{L})\.(?=\p{L})/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return slug === '' ? `n-${shortHash(name)}` : slug
}
