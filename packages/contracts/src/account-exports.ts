import { z } from 'zod/mini'
import { defineRoute } from './route.ts'

export const wireAccountExport = z.object({
  id: z.string(),
  /** `failed`: after several attempts; a new one may be requested. */
  state: z.enum(['running', 'ready', 'failed']),
  requested_at: z.iso.datetime(),
  /** Bytes of the ZIP file; `null` unless it is ready. */
  size: z.nullable(z.int()),
  expires_at: z.nullable(z.iso.datetime()),
})
export type WireAccountExport = z.output<typeof wireAccountExport>

const params = z.object({ id: z.string().check(z.maxLength(100)) })

/** The personal data of the account as a ZIP file, which a background job creates. */
export const accountExportsRoutes = {
  read: defineRoute({
    name: 'account-exports.read',
    method: 'GET',
    path: '/settings/account/export',
    auth: 'account',
    response: z.object({
      data: z.object({
        export: z.nullable(wireAccountExport),
        /** How many days a finished export is kept. */
        retention_days: z.int(),
        /** How many days after an account is closed its personal details are erased. */
        erased_after_days: z.int(),
      }),
    }),
    errors: [],
  }),
  request: defineRoute({
    name: 'account-exports.request',
    method: 'POST',
    path: '/settings/account/export',
    auth: 'account',
    needsReauthentication: true,
    response: z.object({ data: wireAccountExport }),
    errors: ['privacy.export_exists'],
    perMinute: 10,
  }),
  /**
   * Allows the download and returns a path below the API base, which serves the file to the same account for as long as
   * its factor is recent.
   */
  download: defineRoute({
    name: 'account-exports.download',
    method: 'POST',
    path: '/settings/account/export/:id/download',
    auth: 'account',
    needsReauthentication: true,
    params,
    response: z.object({ data: z.object({ path: z.string(), filename: z.string() }) }),
    errors: ['privacy.export_not_found'],
    perMinute: 30,
  }),
  remove: defineRoute({
    name: 'account-exports.remove',
    method: 'DELETE',
    path: '/settings/account/export/:id',
    auth: 'account',
    params,
    response: z.object({ data: z.object({ status: z.boolean() }) }),
    errors: ['privacy.export_not_found'],
  }),
}
