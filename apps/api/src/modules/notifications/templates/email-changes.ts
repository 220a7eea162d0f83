import type { EmailContent } from './email-content.ts'

/** To a new address: confirm it. Without a link it belongs to another account, whose owner learns of the attempt. */
export function emailChangeEmail({
  firstName,
  link,
  brand,
}: {
  firstName: string
  link: string | undefined
  brand: string
}): EmailContent {
  if (link === undefined) {
    return {
      subject: `Someone tried to use your email address: ${brand}`,
      firstName,
      paragraphs: [
        `Someone asked to use this email address for another ${brand} account. It belongs to yours, so nothing has changed.`,
        'If that was you, log in with the account that has this address, or use another address.',
      ],
      footnote: 'If it wasn’t you, there is nothing to do.',
    }
  }
  return {
    subject: `Confirm your new email address for ${brand}`,
    firstName,
    paragraphs: [
      `Confirm this address to use it for your ${brand} account. The link works once and expires in 24 hours.`,
    ],
    action: { label: 'Confirm new address', link },
    footnote: 'If this wasn’t you, ignore this email. Nothing changes without your confirmation.',
  }
}

/** To the previous address, after the change. */
export function emailChangedEmail({
  firstName,
  newEmail,
  link,
  brand,
}: {
  firstName: string
  /** Not in full. */
  newEmail: string
  link: string
  brand: string
}): EmailContent {
  return {
    subject: `Your email address was changed: ${brand}`,
    firstName,
    paragraphs: [
      `The email address of your ${brand} account was just changed to ${newEmail}.`,
      'If this wasn’t you, undo it within 72 hours. This address comes back, all devices are logged out, and we send you a link to set a new password.',
    ],
    action: { label: 'Undo the change', link },
    footnote: 'If this was you, there is nothing to do.',
  }
}
