import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { recordSecurityEvents } from '../../audit/audit.repo.ts'
import { callerOf } from '../../audit/caller.ts'
import type { Db } from '../../db/client.ts'
import type { HandoverIssuer } from '../../handover-config.ts'
import { AppError, commonErrors, invalidInput } from '../../shared/app-error.ts'
import type { Ids } from '../../shared/ids.ts'
import { readOwnLetters, readOwnStyles } from '../../shared/own-page.ts'
import { nonceCookie } from './cookies.ts'
import { handoverErrors } from './handover.errors.ts'
import { stateOf } from './handover-nonce.ts'
import { isNavigation, siteOf, type Sites } from './own-site.ts'
import { pageFolder, startRefusedPage } from './start-page.ts'
import { handoverTarget } from './targets.ts'

export interface StartDeps {
  db: Db
  ids: Ids
  config: Sites & { handover: readonly HandoverIssuer[]; brand: string }
}

const startPath = '/handover/start'

/** Nothing of a handover is kept by anybody on the way, nor told to where it leads. */
export const privately = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

const query = z.object({ issuer: z.string(), return_to: z.string().default('/') })

/** Where a handover begins (product.md §12): binds it to this browser, then leads to the other site. */
export async function serveStart(app: FastifyInstance, { db, ids, config }: StartDeps): Promise<void> {
  const limited = {
    config: { rateLimit: { max: 30, timeWindow: 60_000 } },
    errorHandler: refuseInPage(config.brand),
  }
  app.get(startPath, limited, async (request, reply) => {
    void reply.headers(privately)
    const { issuer, target } = readQuery(request.query, config.handover)
    const origin = siteOf(config, request)
    if (origin === undefined || !isNavigation(request)) throw handoverErrors.make('handover.foreign_page')
    const nonce = `${issuer.id}.${ids.secret()}`
    await recordSecurityEvents(db, {
      kind: 'handover.started',
      caller: callerOf(request),
      facts: { issuer: issuer.id },
    })
    const there = new URL(issuer.authorizeUrl)
    there.searchParams.set('state', stateOf(nonce))
    there.searchParams.set('audience', origin)
    there.searchParams.set('return_url', origin + target)
    return reply.header('set-cookie', nonceCookie(origin, nonce)).redirect(there.href, 303)
  })

  const styles = await readOwnStyles(new URL('./page.css', import.meta.url), { hasLetters: true })
  app.get(`${pageFolder}/page.css`, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(styles),
  )
  const letters = await readOwnLetters()
  app.get(`${pageFolder}/inter.woff2`, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=86400').type('font/woff2').send(letters),
  )
}

/** A browser is shown a page of ours; whoever else asks gets the failure as every call does. */
function refuseInPage(brand: string) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const wantsPage = request.headers.accept?.includes('text/html') ?? false
    const refusal = error.statusCode === 429 ? commonErrors.make('rate.limited') : error
    // Handed on to the handler around it.
    if (!wantsPage || !(refusal instanceof AppError)) throw error
    const { code, status, title } = refusal
    const reason =
      code === 'input.invalid'
        ? 'The link that led you here is not right. Go back to the other site and try again, or log in here.'
        : title
    void reply
      .code(status)
      .headers(privately)
      .type('text/html; charset=utf-8')
      .send(startRefusedPage({ brand, reason }))
  }
}

function readQuery(
  value: unknown,
  issuers: readonly HandoverIssuer[],
): { issuer: HandoverIssuer; target: string } {
  const parsed = query.safeParse(value)
  const issuer = issuers.find(({ id }) => id === parsed.data?.issuer)
  if (!parsed.success || !issuer)
    throw invalidInput({ issuer: ['must be a site that hands over to this one'] })
  const target = handoverTarget(parsed.data.return_to)
  if (target === undefined) throw invalidInput({ return_to: ['must be a page of this site'] })
  return { issuer, target }
}

/** The address that begins the same handover once more. */
export function startAgain(issuer: HandoverIssuer, target: string): string {
  return `${startPath}?${new URLSearchParams({ issuer: issuer.id, return_to: target }).toString()}`
}
