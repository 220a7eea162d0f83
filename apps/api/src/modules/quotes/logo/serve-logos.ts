import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../db/client.ts'
import { commonErrors } from '../../../shared/app-error.ts'
import { findLogo } from './logos.repo.ts'

const folder = '/quote-logos'

/** Where a browser finds the logo, on any origin that shows quotes. */
export const logoPath = (apiBase: string, logoId: string): string => `${apiBase}${folder}/${logoId}.png`

/**
 * Gives the logos to whoever asks by their unguessable names: quotes are shown to people without a login. A name is one
 * picture for good, so a browser need never ask twice.
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
        // The API may have an origin of its own.
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      })
      .type(logo.type)
      .send(logo.bytes)
  })
}
