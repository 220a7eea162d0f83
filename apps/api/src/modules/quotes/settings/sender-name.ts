/**
 * Whether a team's name for clients contains the marketplace's, also with spaces, signs or accents between or on its
 * letters: emails of quotes carry it as their sender, and must not pass for ours.
 */
export function containsBrand(name: string, brand: string): boolean {
  return lettersOf(name).includes(lettersOf(brand))
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
