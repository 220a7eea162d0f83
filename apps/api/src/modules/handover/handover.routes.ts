import { handoverRoutes } from '@terrace/contracts/handover'
import { handoverCookies } from '@terrace/contracts/handover-cookies'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { recordSecurityEvents } from '../../audit/audit.repo.ts'
import { callerOf } from '../../audit/caller.ts'
import { cookiesNamed } from '../../http/cookies-named.ts'
import { mountRoute, type HttpContext } from '../../http/mount-route.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import type { OutboxTail } from '../../outbox/tail-outbox.ts'
import { AppError } from '../../shared/app-error.ts'
import { presentUser, type Authenticator } from '../accounts/index.ts'
import { expiredCookies } from './cookies.ts'
import { codeOfRefusal, handoverErrors } from './handover.errors.ts'
import { nonceCookieName, readNonce } from './handover-nonce.ts'
import { presentQuestion } from './handover.presenter.ts'
import { callingSiteOf } from './own-site.ts'
import { declineHandover, redeemHandover, type HandoverDeps } from './redeem-handover.ts'
import { Refusal } from './refusal.ts'
import { privately, startAgain, type StartDeps } from './serve-start.ts'
import { handoverTarget } from './targets.ts'

interface RoutesDeps extends HandoverDeps, StartDeps {
  outbox: OutboxTail
  authenticator: Authenticator
}

/** The two calls of the page that a handover leads to; they need a page of ours, its cookies, and no session. */
export function mountHandover(http: HttpContext, deps: RoutesDeps): void {
  const { config, authenticator, outbox, db } = deps

  mountRoute(http, handoverRoutes.redeem, async ({ body, request, reply }) => {
    const origin = assertOwnPage(request, reply)
    const { redirects, sessions, target } = cookiesOf(request)
    if (redirects.length === 0 || sessions.length === 0) return { data: { status: false as const } }
    const nonce = nonceOf(request, origin)
    try {
      if (redirects.length > 1 || sessions.length > 1) throw new Refusal('two_cookies')
      if (!nonce) throw new Refusal('no_nonce')
      const outcome = await redeemHandover(deps, {
        session: sessions[0] ?? '',
        nonce,
        origin,
        current: await currentOf(request),
        confirm: body.confirm,
        caller: callerOf(request),
      })
      if (outcome.kind === 'question') {
        throw handoverErrors.make('handover.other_user', {
          details: { handover: presentQuestion(outcome, nonce.issuer) },
        })
      }
      for (const sessionId of outcome.ended) authenticator.forget(sessionId)
      outbox.wake()
      expire(request, reply, origin)
      const user = presentUser(outcome.account, { orders: 0, quotes: 0 })
      return { data: { status: true as const, token: outcome.token, redirect: target, ...user } }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await recordSecurityEvents(db, {
        kind: 'handover.refused',
        caller: callerOf(request),
        facts: { reason: error.reason },
      })
      // The issuer's silence passes: the code may still be good at the next try.
      if (error.reason !== 'issuer_silent') expire(request, reply, origin)
      throw handoverErrors.make(codeOfRefusal[error.reason], {
        cause: error,
        details: nonce ? { restart: startAgain(nonce.issuer, target) } : {},
      })
    }
  })

  mountRoute(http, handoverRoutes.decline, async ({ request, reply }) => {
    const origin = assertOwnPage(request, reply)
    const { sessions } = cookiesOf(request)
    const nonce = nonceOf(request, origin)
    if (nonce && sessions.length === 1) {
      await declineHandover(deps, { session: sessions[0] ?? '', nonce, origin }).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
      })
    }
    expire(request, reply, origin)
    return { data: { status: true } }
  })

  function assertOwnPage(request: FastifyRequest, reply: FastifyReply): string {
    void reply.headers(privately)
    const origin = callingSiteOf(config, request)
    if (origin === undefined) throw handoverErrors.make('handover.foreign_page')
    return origin
  }

  function nonceOf(request: FastifyRequest, origin: string) {
    const [cookie, ...others] = cookiesNamed(request, nonceCookieName(origin))
    return others.length > 0 ? undefined : readNonce(cookie, config.handover)
  }

  /** Whoever's session the call carries; a session that has ended is nobody's. */
  async function currentOf(request: FastifyRequest): Promise<SignedIn | undefined> {
    try {
      return await authenticator.authenticate(request)
    } catch (error) {
      if (error instanceof AppError && error.code === 'session.missing') return undefined
      throw error
    }
  }
}

function cookiesOf(request: FastifyRequest) {
  const redirects = cookiesNamed(request, handoverCookies.redirect)
  return {
    redirects,
    sessions: cookiesNamed(request, handoverCookies.session),
    // Nobody has signed it: what is no page of ours leads home.
    target: handoverTarget(decoded(redirects[0] ?? '')) ?? '/',
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

function expire(request: FastifyRequest, reply: FastifyReply, origin: string): void {
  void reply.header('set-cookie', expiredCookies(origin, request.routeOptions.url ?? request.url))
}
