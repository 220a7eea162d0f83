import { z } from 'zod/mini'
import { defineRoute } from './route.ts'

/** Kinds that can be switched off per account. Alerts of tracked listings have their own settings. */
export const switchableKinds = [
  'quote_viewed',
  'quote_unopened',
  'quote_accepted',
  'quote_declined',
  'order_placed',
  'tickets_delivered',
  'order_changed',
  'hold_expired',
  'search_match',
  'price_rule_stopped',
  'message',
] as const
export type SwitchableKind = (typeof switchableKinds)[number]

/** `inventory`: about a seller's stock files, API keys and company details, which owners always get. */
const kinds = [...switchableKinds, 'price_drop', 'low_stock', 'inventory'] as const
export type NotificationKind = (typeof kinds)[number]

/** Same as for toasts (spec §4): 0 success, 1 error, 2 warning. */
const severity = z.union([z.literal(0), z.literal(1), z.literal(2)], { error: 'must be 0, 1 or 2' })

/** Older notifications are deleted. */
export const maxNotifications = 200

const pathError = 'must be a path on this site'

/**
 * A path of this site, such as '/profile?tab=quotes'. '//host' would leave it, and so would '/\t/host', from which browsers
 * remove the control character.
 */
const path = z.string().check(z.maxLength(500), z.regex(/^\/(?![/\\])\P{Cc}*$/u, pathError))

export const wireNotification = z.object({
  id: z.string(),
  /** `message`: shown as a toast in one of the account's pages. */
  kind: z.enum(kinds),
  severity,
  title: z.string(),
  /** May be empty. */
  detail: z.string(),
  /** Path of the page it is about. */
  link: z.nullable(z.string()),
  at: z.iso.datetime(),
  read: z.boolean(),
})
export type WireNotification = z.output<typeof wireNotification>

export const notificationsRoutes = {
  /** The account's notifications, newest first; at most {@link maxNotifications}. */
  list: defineRoute({
    name: 'notifications.list',
    method: 'GET',
    path: '/settings/account/notifications',
    auth: 'account',
    response: z.object({ data: z.array(wireNotification) }),
    errors: [],
  }),
  unread: defineRoute({
    name: 'notifications.unread',
    method: 'GET',
    path: '/settings/account/notifications/unread',
    auth: 'account',
    response: z.object({ data: z.object({ unread: z.int() }) }),
    errors: [],
  }),
  /** Adds messages that a page showed as toasts. A repeated `key` adds nothing. */
  record: defineRoute({
    name: 'notifications.record',
    method: 'POST',
    path: '/settings/account/notifications',
    auth: 'account',
    body: z.strictObject({
      messages: z
        .array(
          z.strictObject({
            key: z.string().check(z.regex(/^[\w-]{8,60}$/, 'must be 8 to 60 letters, digits or hyphens')),
            text: z.string().check(z.trim(), z.minLength(1), z.maxLength(1000)),
            severity,
            link: z.nullable(path),
            /** How long ago it was shown; pages without a connection send later. */
            age_seconds: z.int().check(z.gte(0), z.lte(604_800)),
          }),
        )
        .check(z.minLength(1), z.maxLength(50)),
    }),
    response: z.object({ data: z.object({ unread: z.int() }) }),
    errors: [],
  }),
  /** Marks these as read. Ids that the account does not have are ignored. */
  markRead: defineRoute({
    name: 'notifications.mark-read',
    method: 'POST',
    path: '/settings/account/notifications/read',
    auth: 'account',
    body: z.strictObject({
      ids: z.array(z.string().check(z.maxLength(60))).check(z.minLength(1), z.maxLength(maxNotifications)),
    }),
    response: z.object({ data: z.object({ unread: z.int() }) }),
    errors: [],
  }),
}
