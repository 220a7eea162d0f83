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
  const slug = plainLetters(name)
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return slug === '' ? `n-${shortHash(name)}` : slug
}

/**
 * Lower-case text in which Latin, Greek and Cyrillic letters have no accents, '&' is a word, and the parts of an
 * abbreviation are joined. Punctuation and other scripts stay.
 */
export function plainLetters(text: string): string {
  const plain = /[\u0080-\uffff]/.test(text) ? withoutAccents(text) : text.toLowerCase()
  return (
    plain
      .replaceAll('&', ' and ')
      // Apostrophes and dots in abbreviations join a word; all other characters separate words.
      .replaceAll(/['’ʼ`´]|(?<=\p{L})\.(?=\p{L})/gu, '')
  )
}

function withoutAccents(text: string): string {
  return (
    text
      .normalize('NFKD')
      .toLowerCase()
      // Vowel signs of other scripts are marks too, and part of the word.
      .replaceAll(/(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu, '')
      .replaceAll(/[ßæœøđðþłı]/g, (character) => asciiReplacements.get(character) ?? character)
  )
}
