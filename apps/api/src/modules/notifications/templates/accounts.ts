import type { LetterWords } from './letter-words.ts'

export function accountApprovedWords({
  firstName,
  brand,
  loginLink,
}: {
  firstName: string
  brand: string
  /** Undefined where the site is not known: then the letter names no address. */
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

export function verifyEmailWords({
  firstName,
  link,
  brand,
}: {
  firstName: string
  link: string
  brand: string
}): LetterWords {
  return {
    subject: `Confirm your email address for ${brand}`,
    firstName,
    paragraphs: [
      `Somebody signed up for a ${brand} account with this email address. If it was you, please confirm that the address is yours. The link works once, and for three days.`,
    ],
    action: { label: 'Confirm email address', link },
    footnote: 'If it was not you, you need to do nothing: an address that is not confirmed is not approved.',
  }
}
