import type { LetterWords } from './letter-words.ts'

export function passwordResetWords({
  firstName,
  link,
  brand,
}: {
  firstName: string
  link: string
  brand: string
}): LetterWords {
  return {
    subject: `Reset your ${brand} password`,
    firstName,
    paragraphs: [
      `Somebody asked for a new password for your ${brand} account. If it was you, choose one with this link. It works once, and for one hour.`,
    ],
    action: { label: 'Choose a new password', link },
    footnote:
      'If it was not you, you need to do nothing: your password stays as it is, and nobody else has this link.',
  }
}

export function passwordChangedWords({
  firstName,
  brand,
}: {
  firstName: string
  brand: string
}): LetterWords {
  return {
    subject: `Your ${brand} password has been changed`,
    firstName,
    paragraphs: [
      `The password of your ${brand} account has just been changed, and other devices have been logged out.`,
      'If it was not you, ask for a new password at once with “Forgot password” on the login page, and tell us.',
    ],
  }
}
