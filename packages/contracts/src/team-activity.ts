import { z } from 'zod/mini'
import { pageMeta, pageQuery } from './paging.ts'
import { defineRoute } from './route.ts'

/** What entries are about. */
export const activityGroups = ['access', 'team', 'orders', 'listings', 'quotes', 'data'] as const

export const wireActivity = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** A name of the team, "… support" for operators, or what else acted. */
  person: z.string(),
  /** What happened, such as "Invited a member". */
  action: z.string(),
  /** The member that it was done to, if it is someone else, and what changed. */
  detail: z.string(),
  /** Address range; empty for the server and for people of other teams. */
  network: z.string(),
  device: z.string(),
})
export type WireActivity = z.output<typeof wireActivity>

const dayError = 'must be a date such as 2026-12-24'
const day = z.optional(
  z.iso.date({ error: dayError }).check(z.refine((text) => !text.startsWith('0000'), dayError)),
)

const filter = {
  /** Part of a person's name or username. */
  search: z.optional(z.string().check(z.maxLength(100, 'must have at most 100 characters'))),
  group: z.optional(z.enum(activityGroups, { error: `must be one of ${activityGroups.join(', ')}` })),
  /** Both inclusive, in UTC. */
  from: day,
  to: day,
}
const rangeOrdered = z.refine<{ from?: string | undefined; to?: string | undefined }>(
  ({ from, to }) => from === undefined || to === undefined || from <= to,
  { path: ['to'], error: 'must not be before from' },
)

/** The audit log of the caller's team, for its owners. */
export const teamActivityRoutes = {
  list: defineRoute({
    name: 'team-activity.list',
    method: 'GET',
    path: '/settings/team/activity',
    auth: 'account',
    query: z.strictObject({ ...filter, ...pageQuery(50) }).check(rangeOrdered),
    response: z.object({ data: z.array(wireActivity), meta: pageMeta }),
    errors: ['team.not_owner'],
  }),
  /** All matching entries; recorded itself. */
  export: defineRoute({
    name: 'team-activity.export',
    method: 'GET',
    path: '/settings/team/activity/export',
    auth: 'account',
    query: z.strictObject(filter).check(rangeOrdered),
    response: z.object({ data: z.object({ filename: z.string(), csv: z.string() }) }),
    errors: ['team.not_owner', 'team.activity_too_large'],
    perMinute: 10,
  }),
}
