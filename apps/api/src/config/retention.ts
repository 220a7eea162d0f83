import { z } from 'zod'
import { described } from './variable.ts'

interface RetentionPeriod {
  /** What is removed, and from when its days count. */
  about: string
  /** Days by default, at least and at most. */
  days: readonly [standard: number, least: number, most: number]
}

/** How long personal data are kept, by the name that `RETENTION_DAYS` uses. `retention/retention-rules.ts` says where. */
export const retentionPeriods = {
  quote_visitors: {
    about: 'names, addresses and reasons of clients who answered a quote that was not ordered',
    days: [730, 30, 3650],
  },
  quote_responses: {
    about: 'the same in the history of quotes, and addresses that quotes were sent to',
    days: [730, 30, 3650],
  },
  quote_views: { about: 'when a quote was viewed', days: [365, 1, 3650] },
  quote_emails: { about: 'addresses and messages of sent quotes', days: [365, 7, 3650] },
  checkout_drafts: { about: 'attendees in a checkout form, after the event', days: [30, 0, 365] },
  checkout_contacts: { about: 'contact details in a checkout form, unless they change', days: [30, 1, 365] },
  saved_people: { about: 'saved attendees, after their last use', days: [365, 30, 365] },
  attendees: { about: 'attendees of orders, after the event', days: [30, 0, 365] },
  order_names: {
    about: 'names and contact details on orders and their quotes, after the purchase',
    days: [3650, 365, 10_950],
  },
  payment_contacts: {
    about: 'contact details of payments that succeeded, failed or were abandoned; orders have their own',
    days: [90, 30, 3650],
  },
  sessions: { about: 'sessions with device and address, after they ended', days: [30, 0, 400] },
  sign_ups: { about: 'sign-ups whose address was not confirmed', days: [7, 7, 60] },
  closed_accounts: { about: 'personal data of a closed account, after it was closed', days: [30, 1, 365] },
  account_exports: { about: 'downloads of one’s own data, after they are ready', days: [7, 1, 30] },
  email_verifications: { about: 'requests to confirm an address', days: [30, 4, 365] },
  unsigned_terms: { about: 'terms that were opened and not signed', days: [30, 1, 365] },
  opened_terms: {
    about: 'addresses and browsers that opened terms and did not sign them',
    days: [30, 1, 365],
  },
  security_events: { about: 'the security audit log', days: [400, 400, 3650] },
  notifications: { about: 'the notifications centre', days: [90, 7, 400] },
  tracking_alerts: { about: 'alerts of tracked listings', days: [30, 1, 400] },
  search_alerts: { about: 'alerts of saved searches', days: [30, 1, 400] },
  client_proposals: { about: 'names and addresses proposed for the client book', days: [90, 7, 400] },
  emails: { about: 'sent and failed emails in the queue', days: [1, 1, 90] },
  payment_events: { about: 'calls of the payment provider, for repeated ones', days: [60, 30, 400] },
  card_setups: { about: 'started setups of saved cards', days: [30, 7, 400] },
  released_holds: { about: 'holds that expired or were released', days: [400, 30, 3650] },
  seller_documents: {
    about: 'documents of applications to sell, unless a decision is due',
    days: [365, 30, 3650],
  },
  seller_applications: {
    about: 'applications to sell that were not submitted, or declined, after their last change',
    days: [365, 30, 3650],
  },
  listing_changes: { about: 'who changed a listing, and what', days: [400, 30, 3650] },
  bulk_edit_rows: { about: 'previewed and changed values of bulk edits', days: [7, 2, 90] },
  bulk_edits: { about: 'bulk edits without these values', days: [30, 7, 400] },
  price_rule_moves: { about: 'what price rules did to which listing, and why', days: [90, 2, 400] },
  price_rule_runs: { about: 'runs of price rules and who started them', days: [30, 2, 400] },
  price_rule_simulations: { about: 'simulations of price rules', days: [7, 1, 90] },
  api_keys: {
    about: 'API keys of sellers’ systems, after they expired or were revoked',
    days: [400, 30, 3650],
  },
  event_requests: {
    about: 'events that sellers asked an operator for, after the answer',
    days: [365, 30, 3650],
  },
  retention_runs: { about: 'the report of this table', days: [400, 30, 3650] },
} as const satisfies Record<string, RetentionPeriod>

export type RetentionName = keyof typeof retentionPeriods
export type RetentionDays = Readonly<Record<RetentionName, number>>

export const retentionNames = Object.keys(retentionPeriods) as RetentionName[]

const standardDays = Object.fromEntries(
  retentionNames.map((name) => [name, retentionPeriods[name].days[0]]),
) as Record<RetentionName, number>

const isRetentionName = (name: string): name is RetentionName => Object.hasOwn(retentionPeriods, name)

export const retentionVariables = {
  RETENTION_DAYS: described(
    z
      .string()
      .default('')
      .transform((text, context) => {
        const days = { ...standardDays }
        for (const part of text.split(',').filter((each) => each.trim() !== '')) {
          const [name = '', count = ''] = part.split('=').map((each) => each.trim())
          const problem = problemOf(name, count)
          if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
          else if (isRetentionName(name)) days[name] = Number(count)
        }
        return days
      }),
    {
      meaning:
        'Days for which personal data are kept, where they differ from the table in [privacy.md](privacy.md).',
      example: 'quote_visitors=365,notifications=30',
      default: 'the table',
    },
  ),
}

function problemOf(name: string, count: string): string | undefined {
  if (!isRetentionName(name)) return `${name} is not one of ${retentionNames.join(', ')}`
  const [, least, most] = retentionPeriods[name].days
  const isValid = /^\d{1,5}$/.test(count) && Number(count) >= least && Number(count) <= most
  return isValid
    ? undefined
    : `${name} must be a number of days from ${least} to ${most}, such as ${name}=${most}`
}

export const retentionConfig = z
  .object(retentionVariables)
  .transform((values): { retentionDays: RetentionDays } => ({ retentionDays: values.RETENTION_DAYS }))
