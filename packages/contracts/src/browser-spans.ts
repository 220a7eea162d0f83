import { z } from 'zod/mini'
import { browserSpanLimits, browserSpansPath } from './browser-span-limits.ts'
import { defineRoute } from './route.ts'

/** Patterns of all pages; other names of pages are ignored. */
export const pagePatterns: readonly string[] = [
  '/',
  '/$type/$name',
  '/$type/$name/$id',
  '/change-email/$token',
  '/checkout',
  '/checkout/confirm',
  '/dev/ui',
  '/forgot-password',
  '/join/$token',
  '/login',
  '/privacy',
  '/profile',
  '/quote/$slug',
  '/reset-password/$token',
  '/search',
  '/second-factor',
  '/sell/$',
  '/signup',
  '/terms-and-condition',
  '/tickets/$name/$id',
  '/undo-email-change/$token',
  '/verify-email/$token',
  '/{$product}-buyer-policy',
]

const id = (digits: number) =>
  z
    .string()
    .check(z.regex(new RegExp(`^(?!0+$)[\\da-f]{${digits}}$`), `must be ${digits} hexadecimal digits`))

export const browserSpansRoutes = {
  /**
   * What the browser measured of recorded traces. Spans of other traces, of unknown calls and pages, and of another time are
   * ignored: the response says nothing about the sample.
   */
  record: defineRoute({
    name: 'browser-spans.record',
    method: 'POST',
    path: browserSpansPath,
    auth: 'public',
    body: z.object({
      spans: z
        .array(
          z.object({
            trace_id: id(32),
            span_id: id(16),
            parent_id: z.optional(id(16)),
            /** A call, or what the user did: an action, named after its first call, or opening a page. */
            kind: z.enum(['call', 'action', 'page']),
            /** Name of a contract; of a page, its pattern. */
            name: z.string().check(z.maxLength(100)),
            /** Milliseconds since 1970 by the clock of the server. */
            started_ms: z.number().check(z.gte(0), z.lte(8.64e15)),
            duration_ms: z.number().check(z.gte(0), z.lte(browserSpanLimits.durationMs)),
            /** Of the response. */
            status: z.optional(z.int().check(z.gte(100), z.lte(599))),
            /** Why there is no response. */
            failure: z.optional(z.enum(['network', 'aborted'])),
            /** How often the call was sent before. */
            resends: z.optional(z.int().check(z.gte(1), z.lte(browserSpanLimits.resends))),
          }),
        )
        .check(z.minLength(1), z.maxLength(browserSpanLimits.spans)),
    }),
    response: z.object({}),
    errors: [],
    // Several people may share an address.
    perMinute: 300,
    maxBodyBytes: 16_384,
  }),
}
