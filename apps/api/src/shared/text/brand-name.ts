import { lookAlikeLetters } from './look-alike-letters.ts'

/**
 * Whether a name contains the marketplace's, also with spaces, signs or accents between or on its letters, or with
 * look-alikes of them: people outside the team who read it must not take its bearer for us.
 */
export function containsBrand(name: string, brand: string): boolean {
  const letters = lettersOf(brand)
  return letters !== '' && lettersOf(name).includes(letters)
}

/** The name, or `neutral` where the name contains the marketplace's. Sign-up allows any name. */
export function nameOrNeutral(name: string, { brand, neutral }: { brand: string; neutral: string }): string {
  return containsBrand(name, brand) ? neutral : name
}

function lettersOf(text: string): string {
  // Before and after decomposition, which turns some look-alikes into letters that look different.
  const letters = fold(fold(text).normalize('NFKD'))
  return letters.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

const fold = (text: string): string =>
  [...text].map((letter) => lookAlikeLetters.get(letter) ?? letter).join('')
