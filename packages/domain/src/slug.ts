import { shortHash } from './short-hash.ts'

// Letters that Unicode does not take apart into a base letter and a mark.
const plainLetters: ReadonlyMap<string, string> = new Map([
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
 * A name as a part of an address: lower case a-z, 0-9 and single hyphens (spec §2, "parts slugified").
 *
 * 'Köln' → 'koln', 'Atlético Madrid' → 'atletico-madrid', 'Brighton & Hove' → 'brighton-and-hove',
 * 'A.F.C. Bournemouth' → 'afc-bournemouth', "Queen's Club" → 'queens-club'.
 *
 * Never empty: a name without one usable character ('東京', '') becomes 'n-' and a stable hash of it, so that two
 * such names stay apart. Slugifying a slug changes nothing.
 */
export function slugify(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßæœøđðþłı]/g, (letter) => plainLetters.get(letter) ?? letter)
    .replaceAll('&', ' and ')
    // Apostrophes and the dots of abbreviations hold a word together; everything else parts words.
    .replaceAll(/['’ʼ`´]|(?<=\p{L})\.(?=\p{L})/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return slug === '' ? `n-${shortHash(name)}` : slug
}
