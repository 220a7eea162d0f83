import { loopPauseHours } from '@terrace/contracts/price-rules'
import { toOneLine, type EmailContent } from './email-content.ts'

/** When a loop has stopped a rule, or paused it for some listings. Says nothing about the other team or its rule. */
export function priceRuleStoppedEmail({
  firstName,
  name,
  isPause,
  link,
  brand,
}: {
  firstName: string
  name: string
  isPause: boolean
  /** `undefined` in production without `TRADE_ORIGINS`; the email then has no link. */
  link: string | undefined
  brand: string
}): EmailContent {
  const rule = toOneLine(name)
  return {
    subject: isPause ? `Price rule paused for some listings: ${rule}` : `Price rule stopped: ${rule}`,
    firstName,
    paragraphs: isPause
      ? [
          `Your price rule “${rule}” is paused on some listings for ${loopPauseHours} hours because it kept reacting to other automatic price changes.`,
          'Their prices stay as they are, and the rule continues to price your other listings. The log shows which listings are paused.',
        ]
      : [
          `Your price rule “${rule}” was stopped because it kept reacting to automatic price changes of several sellers.`,
          'Prices stay as they are. Check the log, change the rule or its floor, simulate it and switch it on again.',
        ],
    ...(link !== undefined && { action: { label: 'View price rules', link } }),
    footnote: `You receive this because you manage price rules on ${brand}.`,
  }
}
