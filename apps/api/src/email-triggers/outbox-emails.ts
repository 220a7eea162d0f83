import type { Money } from '@terrace/domain/money/money'
import { allInPrice } from '@terrace/domain/money/service-fee'
import { permissionNames } from '@terrace/domain/sellers/seller-permissions'
import type { PgBoss } from 'pg-boss'
import { z } from 'zod'
import { readPermissions } from '#api/access/permissions.repo.ts'
import type { Deps } from '#api/deps.ts'
import {
  prepareEmailChangedEmail,
  prepareNewDeviceEmail,
  prepareEmailChangeEmail,
  prepareVerificationEmail,
  preparePasswordResetEmail,
  findRecipient,
} from '#api/modules/accounts/index.ts'
import {
  accountApprovedEmail,
  accountClosedEmail,
  createEmailQueue,
  emailChangedEmail,
  emailChangeEmail,
  inventoryNoticeEmail,
  memberLeftEmail,
  memberRemovedEmail,
  newDeviceEmail,
  passwordChangedEmail,
  passwordResetEmail,
  permissionsChangedEmail,
  priceRuleStoppedEmail,
  searchMatchEmail,
  secondFactorRequestedEmail,
  securityChangedEmail,
  teamInvitationEmail,
  trackingAlertsEmail,
  trackingAlertEmail,
  verificationEmail,
} from '#api/modules/notifications/index.ts'
import { securityChanges } from '#api/outbox/domain-events.ts'
import { readEmailedSearchAlert } from '#api/modules/saved-searches/index.ts'
import { findStoppedRule } from '#api/modules/price-rules/index.ts'
import { prepareInvitationEmail } from '#api/modules/teams/index.ts'
import { readEmailedAlerts } from '#api/modules/tracking/index.ts'
import { emailLinkOrigin } from '#api/shared/http/allowed-origin.ts'
import { orderEmails } from './order-emails.ts'
import { quoteEmails } from './quote-emails.ts'
import { saleEmails } from './sale-emails.ts'
import { sellerEmails } from './seller-emails.ts'

const passwordResetPayload = z.object({ resetId: z.string() })
const verificationPayload = z.object({ verificationId: z.string() })
const emailChangePayload = z.object({ changeId: z.string() })
const invitationPayload = z.object({ emailId: z.string() })
const trackingAlertPayload = z.object({ accountId: z.string(), at: z.coerce.date() })
const searchAlertPayload = z.object({ accountId: z.string(), alertId: z.string() })
const inventoryNoticePayload = z.object({
  accountId: z.string(),
  title: z.string(),
  detail: z.string(),
  link: z.string(),
  kind: z.enum(['file', 'security']),
})
const stoppedRulePayload = z.object({ ruleId: z.string(), isPause: z.boolean().default(false) })
const accountPayload = z.object({ accountId: z.string() })

const securityChangePayload = z.object({ accountId: z.string(), change: z.enum(securityChanges) })
const newDevicePayload = z.object({ accountId: z.string(), sessionId: z.string() })
const secondFactorPayload = z.object({ accountId: z.string(), from: z.coerce.date() })

/**
 * Creates the queue that sends an email for each outbox event of certain topics. For each topic, `composers` has a function
 * that returns recipient and text, or nothing if no email is due any more.
 */
export function createOutboxEmails(deps: Deps, boss: PgBoss) {
  const { db, outbox, mailer, logger, config } = deps
  const { brand, serviceFeeBp } = config
  const allIn = (price: Money) => allInPrice(price, serviceFeeBp)
  const origin = emailLinkOrigin(config, undefined)
  const linkTo = (path: string) => (origin === undefined ? undefined : `${origin}${path}`)
  return createEmailQueue({
    db,
    boss,
    outbox,
    deleteAfterDays: config.retentionDays.emails,
    mailer,
    logger,
    brand,
    composers: {
      ...orderEmails(deps, linkTo),
      ...quoteEmails(deps, linkTo),
      ...sellerEmails(deps, linkTo),
      ...saleEmails(deps, linkTo),
      async 'password_reset.requested'(payload) {
        const recipient = await preparePasswordResetEmail(deps, passwordResetPayload.parse(payload).resetId)
        return recipient && { email: recipient.email, content: passwordResetEmail({ ...recipient, brand }) }
      },
      async 'password.changed'(payload) {
        const recipient = await findRecipient(deps, accountPayload.parse(payload).accountId)
        return recipient && { email: recipient.email, content: passwordChangedEmail({ ...recipient, brand }) }
      },
      async 'account.security_changed'(payload) {
        const { accountId, change } = securityChangePayload.parse(payload)
        const recipient = await findRecipient(deps, accountId)
        const link = linkTo('/profile?tab=security')
        return (
          recipient && {
            email: recipient.email,
            content: securityChangedEmail({ ...recipient, brand, change, link }),
          }
        )
      },
      async 'account.new_device_used'(payload) {
        const recipient = await prepareNewDeviceEmail(deps, newDevicePayload.parse(payload))
        const link = linkTo('/profile?tab=security')
        return recipient && { email: recipient.email, content: newDeviceEmail({ ...recipient, brand, link }) }
      },
      async 'account.second_factor_requested'(payload) {
        const { accountId, from } = secondFactorPayload.parse(payload)
        const recipient = await findRecipient(deps, accountId)
        const link = linkTo('/profile?tab=security')
        return (
          recipient && {
            email: recipient.email,
            content: secondFactorRequestedEmail({ ...recipient, brand, from, link }),
          }
        )
      },
      async 'email_verification.requested'(payload) {
        const recipient = await prepareVerificationEmail(
          deps,
          verificationPayload.parse(payload).verificationId,
        )
        return recipient && { email: recipient.email, content: verificationEmail({ ...recipient, brand }) }
      },
      async 'email_change.requested'(payload) {
        const recipient = await prepareEmailChangeEmail(deps, emailChangePayload.parse(payload).changeId)
        return recipient && { email: recipient.email, content: emailChangeEmail({ ...recipient, brand }) }
      },
      async 'account.email_changed'(payload) {
        const recipient = await prepareEmailChangedEmail(deps, emailChangePayload.parse(payload).changeId)
        return recipient && { email: recipient.email, content: emailChangedEmail({ ...recipient, brand }) }
      },
      async 'team.invited'(payload) {
        const recipient = await prepareInvitationEmail(deps, invitationPayload.parse(payload).emailId)
        return recipient && { email: recipient.email, content: teamInvitationEmail({ ...recipient, brand }) }
      },
      async 'team.member_removed'(payload) {
        const recipient = await findRecipient(deps, accountPayload.parse(payload).accountId)
        return recipient && { email: recipient.email, content: memberRemovedEmail({ ...recipient, brand }) }
      },
      async 'team.permissions_changed'(payload) {
        const { accountId } = accountPayload.parse(payload)
        const recipient = await findRecipient(deps, accountId)
        const permissions = (await readPermissions(db, accountId)).map((one) => permissionNames[one])
        return (
          recipient && {
            email: recipient.email,
            content: permissionsChangedEmail({ ...recipient, permissions, brand }),
          }
        )
      },
      async 'team.member_left'(payload) {
        const recipient = await findRecipient(deps, accountPayload.parse(payload).accountId)
        return recipient && { email: recipient.email, content: memberLeftEmail({ ...recipient, brand }) }
      },
      async 'account.closed'(payload) {
        const recipient = await findRecipient(deps, accountPayload.parse(payload).accountId)
        return recipient && { email: recipient.email, content: accountClosedEmail({ ...recipient, brand }) }
      },
      async 'account.approved'(payload) {
        const recipient = await findRecipient(deps, accountPayload.parse(payload).accountId)
        return (
          recipient && {
            email: recipient.email,
            content: accountApprovedEmail({ ...recipient, brand, loginLink: linkTo('/login') }),
          }
        )
      },
      async 'price_rule.stopped'(payload) {
        const stop = stoppedRulePayload.parse(payload)
        const rule = await findStoppedRule(db, stop)
        const recipients = await Promise.all((rule?.accountIds ?? []).map((id) => findRecipient(deps, id)))
        const link = linkTo('/sell/rules')
        return recipients.flatMap((recipient) =>
          recipient && rule
            ? [
                {
                  email: recipient.email,
                  content: priceRuleStoppedEmail({ ...recipient, ...stop, name: rule.name, link, brand }),
                },
              ]
            : [],
        )
      },
      async 'saved_search.matched'(payload) {
        const { accountId, alertId } = searchAlertPayload.parse(payload)
        const found = await readEmailedSearchAlert(db, { id: alertId, now: deps.clock.now() })
        const recipient = found && (await findRecipient(deps, accountId))
        const [first] = found?.listings ?? []
        if (!first || !recipient) return undefined
        const { slug, id } = found.event
        const link = linkTo(`/tickets/${slug}/${id}#${first.id}`)
        const listings = found.listings.map((listing) => ({ ...listing, allInPrice: allIn(listing.price) }))
        const alert = { ...found, listings }
        return { email: recipient.email, content: searchMatchEmail({ ...recipient, alert, link, brand }) }
      },
      async 'inventory.notice'(payload) {
        const { accountId, link, ...notice } = inventoryNoticePayload.parse(payload)
        const recipient = await findRecipient(deps, accountId)
        return (
          recipient && {
            email: recipient.email,
            content: inventoryNoticeEmail({ ...recipient, ...notice, brand, link: linkTo(link) }),
          }
        )
      },
      async 'tracking.alerted'(payload) {
        const alertEvent = trackingAlertPayload.parse(payload)
        const alerts = (await readEmailedAlerts(db, alertEvent)).map((alert) => ({
          ...alert,
          priceWhenTracked: allIn(alert.priceWhenTracked),
          previousPrice: allIn(alert.previousPrice),
          currentPrice: allIn(alert.currentPrice),
        }))
        const recipient = await findRecipient(deps, alertEvent.accountId)
        const [first, ...others] = alerts
        if (!first || !recipient) return undefined
        const { event, listingId } = first
        const content =
          others.length === 0
            ? trackingAlertEmail({
                ...recipient,
                alert: first,
                link: linkTo(`/tickets/${event.slug}/${event.id}#${listingId}`),
                brand,
              })
            : trackingAlertsEmail({ ...recipient, alerts, link: linkTo('/profile?tab=tracked'), brand })
        return { email: recipient.email, content }
      },
    },
  })
}
