import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import { callerOf } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import type { HandoverIssuer } from '#api/config/handover.ts'
import { AppError, commonErrors, invalidInput } from '#api/shared/app-error.ts'
import type { Ids } from '#api/shared/ids.ts'
import { readStandaloneFont, readStandaloneStyles } from '#api/shared/http/standalone-page.ts'
import { nonceCookie } from './cookies.ts'
import { handoverErrors } from './handover.errors.ts'
import { stateOf } from './handover-nonce.ts'
import { isNavigation, findRequestOrigin, type Sites } from './calling-site.ts'
import { pageFolder, renderStartErrorPage } from './start-error-page.ts'
import { handoverTarget } from './handover-target.ts'

export interface StartDeps {
  db: Db
  ids: Ids
  config: Sites & { handover: readonly HandoverIssuer[]; brand: string }
}

const startPath = '/handover/start'

/** Keeps the URLs of a handover out of caches and referrers. */
export const privateHeaders = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

const query = z.object({ issuer: z.string(), return_to: z.string().default('/') })

/** Starts a handover (product.md §12.7): binds it to this browser and redirects to the issuer. */
export async function serveStart(app: FastifyInstance, { db, ids, config }: StartDeps): Promise<void> {
  const limited = {
    config: { rateLimit: { max: 30, timeWindow: 60_000 } },
    errorHandler: renderErrorPage(config.brand),
  }
  app.get(startPath, limited, async (request, reply) => {
    void reply.headers(privateHeaders)
    const { issuer, target } = readQuery(request.query, config.handover)
    const origin = findRequestOrigin(config, request)
    if (origin === undefined || !isNavigation(request)) throw handoverErrors.make('handover.foreign_page')
    const nonce = `${issuer.id}.${ids.secret()}`
    await recordSecurityEvents(db, {
      kind: 'handover.started',
      caller: callerOf(request),
      details: { issuer: issuer.id },
    })
    const authorizeUrl = new URL(issuer.authorizeUrl)
    authorizeUrl.searchParams.set('state', stateOf(nonce))
    authorizeUrl.searchParams.set('audience', origin)
    authorizeUrl.searchParams.set('return_url', origin + target)
    return reply.header('set-cookie', nonceCookie(origin, nonce)).redirect(authorizeUrl.href, 303)
  })

  const styles = await readStandaloneStyles(new URL('./page.css', import.meta.url), { usesSiteFont: true })
  app.get(`${pageFolder}/page.css`, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(styles),
  )
  const font = await readStandaloneFont()
  app.get(`${pageFolder}/inter.woff2`, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=86400').type('font/woff2').send(font),
  )
}

/** Renders an error page for browsers; other clients get the usual JSON error. */
function renderErrorPage(brand: string) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const wantsPage = request.headers.accept?.includes('text/html') ?? false
    const appError = error.statusCode === 429 ? commonErrors.make('rate.limited') : error
    // Pass it to the outer error handler.
    if (!wantsPage || !(appError instanceof AppError)) throw error
    const { code, status, title } = appError
    const reason =
      code === 'input.invalid' ? 'This link is invalid. Go back and try again, or log in.' : title
    void reply
      .code(status)
      .headers(privateHeaders)
      .type('text/html; charset=utf-8')
      .send(renderStartErrorPage({ brand, reason }))
  }
}

function readQuery(
  value: unknown,
  issuers: readonly HandoverIssuer[],
): { issuer: HandoverIssuer; target: string } {
  const parsed = query.safeParse(value)
  const issuer = issuers.find(({ id }) => id === parsed.data?.issuer)
  if (!parsed.success || !issuer) throw invalidInput({ issuer: ['must be a configured handover site'] })
  const target = handoverTarget(parsed.data.return_to)
  if (target === undefined) throw invalidInput({ return_to: ['must be a page on this site'] })
  return { issuer, target }
}

/** URL that starts the same handover again. */
export function restartUrl(issuer: HandoverIssuer, target: string): string {
  return `${startPath}?${new URLSearchParams({ issuer: issuer.id, return_to: target }).toString()}`
}
