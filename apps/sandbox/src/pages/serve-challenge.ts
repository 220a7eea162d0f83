import { money } from '@terrace/domain/money/money'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { completedPage, challengePage, unknownPage } from './challenge-page.ts'
import { findChallenge, type Challenge } from '../payments/challenges.repo.ts'
import { findIntent } from '../payments/intents.repo.ts'
import { completeChallenge } from '../payments/intent-commands.ts'
import { completeSetupChallenge } from '../vault/setup-commands.ts'
import type { ServerParts } from '../server-parts.ts'
import { findTestCard } from '../test-cards.ts'
import { findSetup } from '../vault/vault.repo.ts'

const path = '/challenge/:id'
const params = z.object({ id: z.string() })
const query = z.object({ secret: z.string() })
const body = z.object({ decision: z.enum(['approve', 'fail']) })

// The form may lead back to the purchase only. The URL contains a secret, so it must not leak through the referrer.
const headers = {
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

/**
 * Serves the bank challenge (3-D Secure). The secret in the URL authorises the response and protects the form against
 * CSRF.
 */
export function serveChallenge(app: FastifyInstance, { store, merchant }: ServerParts): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 1024 },
    (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(String(text)))),
  )

  function find(request: { params: unknown; query: unknown }) {
    const id = params.safeParse(request.params).data?.id
    const secret = query.safeParse(request.query).data?.secret
    if (id === undefined || secret === undefined) return undefined
    return findChallenge(store, id, secret)
  }

  /** Returns the challenged payment, or no amount if a card is being saved. */
  function detailsOf({ subjectId }: Challenge) {
    const setup = findSetup(store, subjectId)
    if (setup)
      return setup.testCard === null ? undefined : { amount: null, card: findTestCard(setup.testCard) }
    const intent = findIntent(store, subjectId)
    return intent?.card
      ? { amount: money(intent.amount, intent.currency.toUpperCase()), card: intent.card }
      : undefined
  }

  app.get(path, async (request, reply) => {
    const challenge = find(request)
    if (!challenge) return sendPage(reply, 404, unknownPage())
    const details = challenge.isCompleted ? undefined : detailsOf(challenge)
    if (!details) return sendPage(reply, 200, completedPage(challenge.returnUrl))
    return sendPage(
      reply,
      200,
      challengePage({
        ...details,
        merchant,
        action: `/sandbox/challenge/${challenge.subjectId}?secret=${challenge.secret}`,
      }),
    )
  })

  app.post(path, async (request, reply) => {
    const challenge = find(request)
    const decision = body.safeParse(request.body).data?.decision
    if (!challenge) return sendPage(reply, 404, unknownPage())
    if (decision !== undefined) {
      const { subjectId, secret } = challenge
      const isApproved = decision === 'approve'
      store.inTransaction(() =>
        findSetup(store, subjectId)
          ? completeSetupChallenge(store, { setupId: subjectId, secret, isApproved })
          : completeChallenge(store, { intentId: subjectId, secret, isApproved }),
      )
    }
    // The first decision counts; a second submission is redirected the same way.
    return reply.headers(headers).redirect(decision === undefined ? request.url : challenge.returnUrl, 303)
  })
}

function sendPage(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply.code(status).headers(headers).type('text/html; charset=utf-8').send(html)
}
