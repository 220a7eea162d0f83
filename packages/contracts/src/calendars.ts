import { z } from 'zod/mini'
import { calendarFile } from './calendar-file.ts'
import { defineRoute } from './route.ts'

/** Addresses of one account that work. */
export const maxCalendarFeeds = 50

const feedId = z.string().check(z.regex(/^cal_[0-9A-Za-z_-]{1,60}$/, 'must be a calendar id'))
const id = z.int('must be a whole number').check(z.positive(), z.lte(2_147_483_647))

/** A calendar of an account that calendar apps read at a secret address (RFC 5545). */
export const wireCalendarFeed = z.object({
  id: feedId,
  /** `mine`: the account's own holds and orders. */
  kind: z.enum(['performer', 'venue', 'mine']),
  title: z.string(),
  /** Of the performer or venue; `null` for the account's own. */
  slug: z.nullable(z.string()),
  created_at: z.iso.datetime(),
  /** When a calendar app last read it, to five minutes. */
  fetched_at: z.nullable(z.iso.datetime()),
})
export type WireCalendarFeed = z.output<typeof wireCalendarFeed>

/** `address` is a path on the trade site. Only this response has it: a hash is stored. */
const createdFeed = z.object({ data: z.extend(wireCalendarFeed, { address: z.string() }) })
export type WireCreatedFeed = z.output<typeof createdFeed>['data']

const feedParams = z.object({ calendar_id: feedId })

export const calendarsRoutes = {
  /** The account's calendars that work, newest first. */
  list: defineRoute({
    name: 'calendars.list',
    method: 'GET',
    path: '/{product}/calendars',
    auth: 'buyer',
    response: z.object({ data: z.array(wireCalendarFeed) }),
    errors: [],
  }),
  /** A calendar of the account's own orders needs reauthentication, as does replacing its address. */
  create: defineRoute({
    name: 'calendars.create',
    method: 'POST',
    path: '/{product}/calendars',
    auth: 'buyer',
    body: z.discriminatedUnion(
      'kind',
      [
        z.strictObject({ kind: z.literal('mine') }),
        z.strictObject({ kind: z.literal('performer'), performer_id: id }),
        z.strictObject({ kind: z.literal('venue'), venue_id: id }),
      ],
      { error: 'must be performer, venue or mine' },
    ),
    response: createdFeed,
    errors: ['calendar.subject_not_found', 'calendar.too_many'],
    perMinute: 60,
  }),
  /** Ends the address and returns a new one of the same calendar. */
  replace: defineRoute({
    name: 'calendars.replace',
    method: 'POST',
    path: '/{product}/calendars/:calendar_id/replace',
    auth: 'buyer',
    params: feedParams,
    response: createdFeed,
    errors: ['calendar.not_found', 'calendar.subject_not_found'],
    perMinute: 60,
  }),
  revoke: defineRoute({
    name: 'calendars.revoke',
    method: 'DELETE',
    path: '/{product}/calendars/:calendar_id',
    auth: 'buyer',
    params: feedParams,
    response: z.object({ data: z.object({ id: feedId }) }),
    errors: ['calendar.not_found'],
  }),
}

/** Calendars of one event or one order. An entry has the same id as in a calendar that apps read. */
export const calendarFilesRoutes = {
  event: defineRoute({
    name: 'calendars.event',
    method: 'GET',
    path: '/{product}/events/:event_id/calendar',
    auth: 'buyer',
    params: z.object({
      event_id: z.coerce
        .number({ error: 'must be a number' })
        .check(z.int(), z.positive(), z.lte(2_147_483_647)),
    }),
    response: calendarFile,
    errors: ['event.not_found'],
  }),
  order: defineRoute({
    name: 'calendars.order',
    method: 'GET',
    path: '/{product}/orders/:order_id/calendar',
    auth: 'buyer',
    params: z.object({ order_id: z.string().check(z.maxLength(80)) }),
    response: calendarFile,
    errors: ['order.not_found'],
  }),
}
