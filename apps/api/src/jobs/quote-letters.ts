import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { draftToMember } from '../modules/accounts/index.ts'
import {
  quoteAcceptedWords,
  quoteDeclinedWords,
  quoteSentWords,
  quoteViewedWords,
} from '../modules/notifications/index.ts'
import { draftQuoteLetter, draftQuoteNotice } from '../modules/quotes/index.ts'

const ofQuote = z.object({ quoteId: z.string() })
const asked = z.object({ letterId: z.string() })

/** The letters of quotes: to their clients, and to the brokers of what clients did with them. */
export function quoteLetters(deps: Deps, linkTo: (path: string) => string | undefined) {
  const { brand } = deps.config

  /** What the one who made the quote is to be told, or the team where they have left it; undefined where nothing. */
  async function notice(payload: Record<string, unknown>, kind: 'viewed' | 'accepted' | 'declined') {
    const { quoteId } = ofQuote.parse(payload)
    const draft = await draftQuoteNotice(deps, { quoteId, kind })
    if (!draft) return undefined
    const recipient = (await draftToMember(deps, draft.accountId)) ?? draft.team
    const link = linkTo(`/profile?tab=quotes&quote=${quoteId}`)
    return { email: recipient.email, facts: { ...draft, firstName: recipient.firstName, link, brand } }
  }

  return {
    async 'quote.sent'(payload: Record<string, unknown>) {
      const draft = await draftQuoteLetter(deps, asked.parse(payload).letterId)
      if (!draft) return undefined
      const { email, replyTo, teamName } = draft
      // The client knows the broker, and need not know where the broker buys.
      return { email, replyTo, brand: teamName, words: quoteSentWords(draft) }
    },
    async 'quote.viewed'(payload: Record<string, unknown>) {
      const drafted = await notice(payload, 'viewed')
      return drafted && { email: drafted.email, words: quoteViewedWords(drafted.facts) }
    },
    async 'quote.accepted'(payload: Record<string, unknown>) {
      const drafted = await notice(payload, 'accepted')
      return drafted && { email: drafted.email, words: quoteAcceptedWords(drafted.facts) }
    },
    async 'quote.declined'(payload: Record<string, unknown>) {
      const drafted = await notice(payload, 'declined')
      return drafted && { email: drafted.email, words: quoteDeclinedWords(drafted.facts) }
    },
  }
}
