import { toOneLine, withoutLinks, type EmailContent } from './email-content.ts'

interface SellerEmail {
  firstName: string
  teamName: string
  brand: string
  /** Of the application or the limits; `undefined` without a trade site. */
  link: string | undefined
}

type SellerChange =
  | 'approved'
  | 'declined'
  | 'information_wanted'
  | 'limits_changed'
  | 'suspended'
  | 'resumed'

/** What an operator decided about a seller; `note` is the reason or the question. */
export function sellerChangedEmail({
  firstName,
  teamName,
  brand,
  link,
  change,
  note,
  limits,
}: SellerEmail & { change: SellerChange; note: string | null; limits: readonly string[] }): EmailContent {
  const team = nameOf(teamName)
  const texts: Record<SellerChange, { subject: string; paragraphs: string[] }> = {
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
        'Your listings have left the market, and new ones can’t be published. Tickets that are held or sold are not affected: please deliver them on time.',
      ],
    },
    resumed: {
      subject: `${team} can sell on ${brand} again`,
      paragraphs: [
        'The suspension has ended. Your listings are back on sale, except those that you changed.',
      ],
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
