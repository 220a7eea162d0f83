import { toOneLine, type EmailContent } from './email-content.ts'

/** When a brake has stopped a rule. Says nothing about the other team or its rule. */
export function priceRuleStoppedEmail({
  firstName,
  name,
  link,
  brand,
}: {
  firstName: string
  name: string
  /** `undefined` in production without `TRADE_ORIGINS`; the email then has no link. */
  link: string | undefined
  brand: string
}): EmailContent {
  const rule = toOneLine(name)
  return {
    subject: `Price rule stopped: ${rule}`,
    firstName,
    paragraphs: [
      `Your price rule “${rule}” was stopped: within an hour it kept moving prices in answer to other automatic price changes.`,
      'Prices stay as they are. Check the log, change the rule or its floor, simulate it and switch it on again.',
    ],
    ...(link !== undefined && { action: { label: 'View price rules', link } }),
    footnote: `You receive this because you manage price rules on ${brand}.`,
  }
}
