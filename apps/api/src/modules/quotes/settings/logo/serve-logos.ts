import type { FastifyInstance } from 'fastify'
import type { Db } from '#api/db/client.ts'
import { commonErrors } from '#api/shared/app-error.ts'
import { findLogo } from './logos.repo.ts'

const folder = '/quote-logos'

/** URL of the logo, valid on any origin that shows quotes. */
export const logoPath = (apiBaseUrl: string, logoId: string): string => `${apiBaseUrl}${folder}/${logoId}.png`

/**
 * Serves logos without authentication, because clients have no login. Ids are unguessable, and responses never
 * change.
 */
export function serveLogos(api: FastifyInstance, { db }: { db: Db }): void {
  api.get<{ Params: { file: string } }>(`${folder}/:file`, async ({ params }, reply) => {
    const [, id] = /^([0-9A-Za-z_-]{16,80})\.png$/.exec(params.file) ?? []
    const logo = id === undefined ? undefined : await findLogo(db, id)
    if (!logo) throw commonErrors.make('route.not_found')
    return reply
      .headers({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        // The API may be on its own origin.
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      })
      .type(logo.type)
      .send(logo.bytes)
  })
}
