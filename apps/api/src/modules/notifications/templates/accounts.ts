import type { LetterWords } from './letter-words.ts'

export function accountApprovedWords({
  firstName,
  brand,
  loginLink,
}: {
  firstName: string
  brand: string
  /** Undefined where no trade site is configured: then the letter names no address. */
  loginLink: string | undefined
}): LetterWords {
  return {
    subject: `Your ${brand} account is open`,
    firstName,
    paragraphs: [
      `Your ${brand} account has been approved. You can log in now with the username and password that you chose.`,
    ],
    ...(loginLink !== undefined && { action: { label: 'Log in', link: loginLink } }),
  }
}
