import { toOneLine, withoutLinks, type EmailContent } from './email-content.ts'

interface SellerEmail {
  firstName: string
  teamName: string
  brand: string
  /** Of the application or the limits; `undefined` without a trade site. */
  link: string | undefined
}

type SellerAccountChange =
  | 'approved'
  | 'declined'
  | 'information_wanted'
  | 'limits_changed'
  | 'suspended'
  | 'resumed'
  | 'details_changed'
  | 'change_approved'
  | 'change_declined'

/** What changed in a seller account; `note` is the operator's reason or question. */
export function sellerChangedEmail({
  firstName,
  teamName,
  brand,
  link,
  change,
  note,
  limits,
}: SellerEmail & {
  change: SellerAccountChange
  note: string | null
  limits: readonly string[]
}): EmailContent {
  const team = nameOf(teamName)
  const texts: Record<SellerAccountChange, { subject: string; paragraphs: string[] }> = {
    approved: {
      subject: `${team} can sell on ${brand}`,
      paragraphs: [
        `Your application is approved. Switch to Sell at the top of the page to add your first listings.`,
        ...limits,
      ],
    },
    declined: {
      subject: `Your application to sell on ${brand} was declined`,
      paragraphs: [`We declined the application of ${team}.`],
    },
    information_wanted: {
      subject: `We need more information for your application to sell on ${brand}`,
      paragraphs: [
        `Before we decide about the application of ${team}, please answer this and submit it again.`,
      ],
    },
    limits_changed: { subject: `Your limits as a seller on ${brand} have changed`, paragraphs: [...limits] },
    suspended: {
      subject: `Selling is suspended for ${team} on ${brand}`,
      paragraphs: [
        'Your listings are off sale, and new ones can’t be published. Tickets that are held or sold are not affected: please deliver them on time.',
      ],
    },
    resumed: {
      subject: `${team} can sell on ${brand} again`,
      paragraphs: [
        'The suspension has ended. Your listings are back on sale, except those that you changed.',
      ],
    },
    details_changed: {
      subject: `The address of ${team} on ${brand} has changed`,
      paragraphs: [
        'Payouts are not affected.',
        'If no one in your team did this, change your password and contact us at once.',
      ],
    },
    change_approved: {
      subject: `The new details of ${team} on ${brand} are approved`,
      paragraphs: ['They take effect now. Payouts go to the same account as before.'],
    },
    change_declined: {
      subject: `The new details of ${team} on ${brand} were declined`,
      paragraphs: ['Your previous details stay in use, and payouts go to the same account as before.'],
    },
  }
  const { subject, paragraphs } = texts[change]
  return {
    subject,
    firstName,
    paragraphs: note === null ? paragraphs : [...paragraphs, toOneLine(note)],
    ...(link !== undefined && { action: { label: change === 'approved' ? 'Start selling' : 'View', link } }),
  }
}

export function bankAccountChangedEmail({
  firstName,
  teamName,
  brand,
  link,
  last4,
}: SellerEmail & { last4: string }): EmailContent {
  return {
    subject: `The bank account of ${nameOf(teamName)} on ${brand} has changed`,
    firstName,
    paragraphs: [
      `Payouts of ${nameOf(teamName)} go to the account ending in ${last4} from now on.`,
      'If no one in your team did this, change your password and contact us at once.',
    ],
    ...(link !== undefined && { action: { label: 'View', link } }),
  }
}

/** What an owner asked to change, where payouts are touched. `null`: no bank account, or it stays as it is. */
export function changeRequestedEmail({
  firstName,
  teamName,
  brand,
  link,
  fields,
  last4,
  newLast4,
}: SellerEmail & {
  fields: readonly string[]
  last4: string | null
  newLast4: string | null
}): EmailContent {
  const team = nameOf(teamName)
  const account = newLast4 === null ? '' : ` The new bank account ends in ${newLast4}.`
  return {
    subject: `A change of the details of ${team} on ${brand} was requested`,
    firstName,
    paragraphs: [
      `Changed: ${fields.join(', ')}.${account}`,
      last4 === null
        ? 'We review the change before it takes effect.'
        : `We review the change. Until we approve it, payouts go to the account ending in ${last4}.`,
      'If no one in your team did this, change your password, withdraw the change and contact us at once.',
    ],
    ...(link !== undefined && { action: { label: 'View', link } }),
  }
}

export function changeSubmittedEmail({
  firstName,
  teamName,
  teamId,
  brand,
}: Omit<SellerEmail, 'link'> & { teamId: string }): EmailContent {
  return {
    subject: `${nameOf(teamName)} asks to change its details on ${brand}`,
    firstName,
    paragraphs: [`Look at the change with: npm run admin -- seller show ${teamId}`],
  }
}

export function applicationSubmittedEmail({
  firstName,
  teamName,
  teamId,
  brand,
}: Omit<SellerEmail, 'link'> & { teamId: string }): EmailContent {
  return {
    subject: `${nameOf(teamName)} applies to sell on ${brand}`,
    firstName,
    paragraphs: [`Look at the application with: npm run admin -- seller show ${teamId}`],
  }
}

const nameOf = (name: string) => withoutLinks(toOneLine(name)).slice(0, 60)
