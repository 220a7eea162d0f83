import { handoverRoutes } from '@terrace/contracts/handover'
import { handoverCookies } from '@terrace/contracts/handover-cookies'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import { callerOf } from '#api/audit/caller.ts'
import { cookiesNamed } from '#api/http/cookies-named.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import { AppError } from '#api/shared/app-error.ts'
import {
  presentUser,
  readDeviceCookies,
  setDeviceCookie,
  type Authenticator,
} from '#api/modules/accounts/index.ts'
import { expiredCookies } from './cookies.ts'
import { publicErrorCodes, handoverErrors } from './handover.errors.ts'
import { nonceCookieName, readNonce } from './handover-nonce.ts'
import { presentQuestion } from './handover.presenter.ts'
import { findCallingOrigin } from './calling-site.ts'
import { declineHandover, redeemHandover, type HandoverDeps } from './redeem-handover.ts'
import { HandoverError } from './handover-error.ts'
import { privateHeaders, restartUrl, type StartDeps } from './serve-start.ts'
import { handoverTarget } from './handover-target.ts'

interface RoutesDeps extends HandoverDeps, StartDeps {
  outbox: OutboxTail
  authenticator: Authenticator
  fieldCipher: FieldCipher
}

/** Routes of the page that completes a handover. They require one of our pages and its cookies, but no session. */
export function mountHandover(http: HttpContext, deps: RoutesDeps): void {
  const { config, authenticator, outbox, db } = deps

  mountRoute(http, handoverRoutes.redeem, async ({ body, request, reply }) => {
    const origin = assertCallingSite(request, reply)
    const { redirects, sessions, target } = cookiesOf(request)
    if (redirects.length === 0 || sessions.length === 0) return { data: { status: false as const } }
    const nonce = nonceOf(request, origin)
    try {
      if (redirects.length > 1 || sessions.length > 1) throw new HandoverError('two_cookies')
      if (!nonce) throw new HandoverError('no_nonce')
      const outcome = await redeemHandover(deps, {
        session: sessions[0] ?? '',
        nonce,
        origin,
        current: await currentOf(request),
        confirm: body.confirm,
        caller: callerOf(request),
        devices: readDeviceCookies(deps, request),
      })
      if (outcome.kind === 'question') {
        throw handoverErrors.make('handover.other_user', {
          details: { handover: presentQuestion(outcome, nonce.issuer) },
        })
      }
      if (outcome.kind === 'second_factor') {
        expire(request, reply, origin)
        return { data: { status: false as const, second_factor: outcome.prompt, redirect: target } }
      }
      for (const sessionId of outcome.ended) authenticator.dropCachedSession(sessionId)
      outbox.wake()
      expire(request, reply, origin)
      const { account, deviceEpoch: epoch } = outcome
      setDeviceCookie(deps, { request, reply }, { accountId: account.id, epoch })
      const user = presentUser(account, { orders: 0, quotes: 0 })
      return { data: { status: true as const, token: outcome.token, redirect: target, ...user } }
    } catch (error) {
      if (!(error instanceof HandoverError)) throw error
      await recordSecurityEvents(db, {
        kind: 'handover.rejected',
        caller: callerOf(request),
        details: { reason: error.reason },
      })
      // Temporary: keep the cookies, because the code may still work on the next try.
      if (error.reason !== 'issuer_silent') expire(request, reply, origin)
      throw handoverErrors.make(publicErrorCodes[error.reason], {
        cause: error,
        details: nonce ? { restart: restartUrl(nonce.issuer, target) } : {},
      })
    }
  })

  mountRoute(http, handoverRoutes.decline, async ({ request, reply }) => {
    const origin = assertCallingSite(request, reply)
    const { sessions } = cookiesOf(request)
    const nonce = nonceOf(request, origin)
    if (nonce && sessions.length === 1) {
      await declineHandover(deps, { session: sessions[0] ?? '', nonce, origin }).catch((error: unknown) => {
        if (!(error instanceof HandoverError)) throw error
      })
    }
    expire(request, reply, origin)
    return { data: { status: true } }
  })

  function assertCallingSite(request: FastifyRequest, reply: FastifyReply): string {
    void reply.headers(privateHeaders)
    const origin = findCallingOrigin(config, request)
    if (origin === undefined) throw handoverErrors.make('handover.foreign_page')
    return origin
  }

  function nonceOf(request: FastifyRequest, origin: string) {
    const [cookie, ...others] = cookiesNamed(request, nonceCookieName(origin))
    return others.length > 0 ? undefined : readNonce(cookie, config.handover)
  }

  /** The caller's session; `undefined` if it has ended. */
  async function currentOf(request: FastifyRequest): Promise<AuthenticatedAccount | undefined> {
    try {
      return await authenticator.authenticate(request, { isAllowedBeforeSecondFactor: true })
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
    // The redirect cookie is unsigned: anything but one of our pages leads to the home page.
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
