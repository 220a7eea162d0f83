import { z } from 'zod'
import type { Deps } from '#api/deps.ts'
import { findActiveRecipient } from '#api/modules/accounts/index.ts'
import {
  quoteAcceptedEmail,
  quoteResponsesEmail,
  quoteDeclinedEmail,
  quoteSentEmail,
  quoteUnopenedEmail,
  quoteViewedEmail,
} from '#api/modules/notifications/index.ts'
import {
  countResponses,
  readQuoteEmailDetails,
  readQuoteNotificationDetails,
  type QuoteNotificationKind,
} from '#api/modules/quotes/index.ts'

const quotePayload = z.object({ quoteId: z.string() })
/** Set for an email about several responses. */
const responsesPayload = z.object({ quoteId: z.string(), email: z.object({ since: z.coerce.date() }) })
const quoteSentPayload = z.object({ emailId: z.string() })

/** Emails about quotes: to clients, and to brokers about their clients' responses. */
export function quoteEmails(deps: Deps, linkTo: (path: string) => string | undefined) {
  const { brand } = deps.config

  /** Notifies the quote's creator, or the team after the creator left it; `undefined` when no email is due. */
  async function composeNotification(payload: Record<string, unknown>, kind: QuoteNotificationKind) {
    const { quoteId } = quotePayload.parse(payload)
    const details = await readQuoteNotificationDetails(deps, { quoteId, kind })
    if (!details) return undefined
    const recipient = (await findActiveRecipient(deps, details.accountId)) ?? details.team
    const link = linkTo(`/profile?tab=quotes&quote=${quoteId}`)
    return { email: recipient.email, details: { ...details, firstName: recipient.firstName, link, brand } }
  }

  /** Several responses in one email. */
  async function composeResponses(payload: Record<string, unknown>) {
    const { quoteId, email } = responsesPayload.parse(payload)
    const notification = await composeNotification(payload, 'responses')
    if (!notification) return undefined
    const counts = await countResponses(deps.db, { quoteId, since: email.since })
    return { email: notification.email, content: quoteResponsesEmail({ ...notification.details, ...counts }) }
  }

  const isOfSeveral = (payload: Record<string, unknown>) => responsesPayload.safeParse(payload).success

  return {
    async 'quote.email_requested'(payload: Record<string, unknown>) {
      const details = await readQuoteEmailDetails(deps, quoteSentPayload.parse(payload).emailId)
      if (!details) return undefined
      const { email, replyTo, teamName } = details
      // The client knows the broker, but not where the broker buys.
      return { email, replyTo, brand: teamName, content: quoteSentEmail(details) }
    },
    async 'quote.viewed'(payload: Record<string, unknown>) {
      const notification = await composeNotification(payload, 'viewed')
      return notification && { email: notification.email, content: quoteViewedEmail(notification.details) }
    },
    async 'quote.unopened'(payload: Record<string, unknown>) {
      const notification = await composeNotification(payload, 'unopened')
      return notification && { email: notification.email, content: quoteUnopenedEmail(notification.details) }
    },
    async 'quote.accepted'(payload: Record<string, unknown>) {
      if (isOfSeveral(payload)) return composeResponses(payload)
      const notification = await composeNotification(payload, 'accepted')
      return notification && { email: notification.email, content: quoteAcceptedEmail(notification.details) }
    },
    async 'quote.declined'(payload: Record<string, unknown>) {
      if (isOfSeveral(payload)) return composeResponses(payload)
      const notification = await composeNotification(payload, 'declined')
      return notification && { email: notification.email, content: quoteDeclinedEmail(notification.details) }
    },
  }
}
