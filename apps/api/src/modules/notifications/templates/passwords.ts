import type { EmailContent } from './email-content.ts'

export function passwordResetEmail({
  firstName,
  link,
  brand,
}: {
  firstName: string
  link: string
  brand: string
}): EmailContent {
  return {
    subject: `Reset your ${brand} password`,
    firstName,
    paragraphs: [`We received a request to reset your password. This link expires in one hour.`],
    action: { label: 'Choose a new password', link },
    footnote: 'If this wasn’t you, ignore this email. Your password won’t change.',
  }
}

export function passwordChangedEmail({
  firstName,
  brand,
}: {
  firstName: string
  brand: string
}): EmailContent {
  return {
    subject: `Your ${brand} password was changed`,
    firstName,
    paragraphs: [
      `The password for your ${brand} account was just changed, and your other devices were logged out.`,
      'If this wasn’t you, reset your password now and contact us.',
    ],
  }
}
