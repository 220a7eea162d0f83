import { lookAlikeLetters } from './look-alike-letters.ts'

/** Stands for a team whose name would pass for the marketplace's. */
const neutralName = 'A broker'

/**
 * Whether a team's name for clients contains the marketplace's, also with spaces, signs or accents between or on its
 * letters, or with look-alikes of them: emails of quotes carry it as their sender, and must not pass for ours.
 */
export function containsBrand(name: string, brand: string): boolean {
  const letters = lettersOf(brand)
  return letters !== '' && lettersOf(name).includes(letters)
}

/** The sender of a team's emails to clients. The team's own name comes from sign-up, where any name is allowed. */
export function senderNameOf({ name, teamName }: { name: string; teamName: string }, brand: string): string {
  const chosen = name || teamName
  return containsBrand(chosen, brand) ? neutralName : chosen
}

function lettersOf(text: string): string {
  // Before and after decomposition, which turns some look-alikes into letters that look different.
  const letters = fold(fold(text).normalize('NFKD'))
  return letters.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

const fold = (text: string): string =>
  [...text].map((letter) => lookAlikeLetters.get(letter) ?? letter).join('')
