import type { PgBoss } from 'pg-boss'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { draftEmailVerification, draftPasswordReset, draftToAccount } from '../modules/accounts/index.ts'
import {
  accountApprovedWords,
  createMailroom,
  memberLeftWords,
  memberRemovedWords,
  passwordChangedWords,
  passwordResetWords,
  teamInvitationWords,
  trackingAlertsWords,
  trackingAlertWords,
  verifyEmailWords,
} from '../modules/notifications/index.ts'
import { draftInvitation } from '../modules/teams/index.ts'
import { readMailedAlerts } from '../modules/tracking/index.ts'
import { letterOrigin } from '../shared/own-origin.ts'
import { orderLetters } from './order-letters.ts'
import { quoteLetters } from './quote-letters.ts'

const resetRequested = z.object({ resetId: z.string() })
const verificationRequested = z.object({ verificationId: z.string() })
const invited = z.object({ letterId: z.string() })
const alerted = z.object({ accountId: z.string(), at: z.coerce.date() })
const ofAccount = z.object({ accountId: z.string() })

/** The letters of this house: each event that somebody is told of by mail, with who is told what. */
export function createMail(deps: Deps, boss: PgBoss) {
  const { db, outbox, mailer, logger, config } = deps
  const { brand } = config
  const origin = letterOrigin(config, undefined)
  const linkTo = (path: string) => (origin === undefined ? undefined : `${origin}${path}`)
  return createMailroom({
    db,
    boss,
    outbox,
    mailer,
    logger,
    brand,
    drafts: {
      ...orderLetters(deps, linkTo),
      ...quoteLetters(deps, linkTo),
      async 'password_reset.requested'(payload) {
        const draft = await draftPasswordReset(deps, resetRequested.parse(payload).resetId)
        return draft && { email: draft.email, words: passwordResetWords({ ...draft, brand }) }
      },
      async 'password.changed'(payload) {
        const draft = await draftToAccount(deps, ofAccount.parse(payload).accountId)
        return draft && { email: draft.email, words: passwordChangedWords({ ...draft, brand }) }
      },
      async 'email_verification.requested'(payload) {
        const draft = await draftEmailVerification(deps, verificationRequested.parse(payload).verificationId)
        return draft && { email: draft.email, words: verifyEmailWords({ ...draft, brand }) }
      },
      async 'team.invited'(payload) {
        const draft = await draftInvitation(deps, invited.parse(payload).letterId)
        return draft && { email: draft.email, words: teamInvitationWords({ ...draft, brand }) }
      },
      async 'team.member_removed'(payload) {
        const draft = await draftToAccount(deps, ofAccount.parse(payload).accountId)
        return draft && { email: draft.email, words: memberRemovedWords({ ...draft, brand }) }
      },
      async 'team.member_left'(payload) {
        const draft = await draftToAccount(deps, ofAccount.parse(payload).accountId)
        return draft && { email: draft.email, words: memberLeftWords({ ...draft, brand }) }
      },
      async 'account.approved'(payload) {
        const draft = await draftToAccount(deps, ofAccount.parse(payload).accountId)
        return (
          draft && {
            email: draft.email,
            words: accountApprovedWords({ ...draft, brand, loginLink: linkTo('/login') }),
          }
        )
      },
      async 'tracking.alerted'(payload) {
        const told = alerted.parse(payload)
        const alerts = await readMailedAlerts(db, told)
        const recipient = await draftToAccount(deps, told.accountId)
        const [first, ...others] = alerts
        if (!first || !recipient) return undefined
        const { event, listingId } = first
        const words =
          others.length === 0
            ? trackingAlertWords({
                ...recipient,
                alert: first,
                link: linkTo(`/tickets/${event.slug}/${event.id}#${listingId}`),
                brand,
              })
            : trackingAlertsWords({ ...recipient, alerts, link: linkTo('/profile?tab=tracked'), brand })
        return { email: recipient.email, words }
      },
    },
  })
}
