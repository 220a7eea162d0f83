import type { EmailContent } from './email-content.ts'

export function accountApprovedEmail({
  firstName,
  brand,
  loginLink,
}: {
  firstName: string
  brand: string
  /** `undefined` in production without `TRADE_ORIGINS`; the email then has no link. */
  loginLink: string | undefined
}): EmailContent {
  return {
    subject: `Your ${brand} account is ready`,
    firstName,
    paragraphs: [`Your account has been approved. Log in with the username and password you chose.`],
    ...(loginLink !== undefined && { action: { label: 'Log in', link: loginLink } }),
  }
}

export function accountClosedEmail({ firstName, brand }: { firstName: string; brand: string }): EmailContent {
  return {
    subject: `Your ${brand} account is closed`,
    firstName,
    paragraphs: [
      `Your ${brand} account is closed, and all devices are logged out. This is our last email to you about it.`,
      'Orders and invoices stay for as long as the law requires. Email address and username can be used for a new account after 30 days.',
    ],
    footnote: 'If this wasn’t you, contact us now.',
  }
}

export function verificationEmail({
  firstName,
  link,
  brand,
}: {
  firstName: string
  link: string
  brand: string
}): EmailContent {
  return {
    subject: `Confirm your email address for ${brand}`,
    firstName,
    paragraphs: [
      `Confirm this email address to finish signing up for ${brand}. The link expires in three days.`,
    ],
    action: { label: 'Confirm email address', link },
    footnote: 'If this wasn’t you, ignore this email.',
  }
}
