import { money } from '@terrace/domain/money'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { answeredPage, challengePage, unknownPage } from './challenge-page.ts'
import { findChallenge, findIntent, type Challenge } from './intents.repo.ts'
import { answerChallenge } from './move-intents.ts'
import { answerSetupChallenge } from './move-setups.ts'
import type { Sandbox } from './sandbox.ts'
import { cardNamed } from './test-cards.ts'
import { findSetup } from './vault.repo.ts'

const path = '/challenge/:id'
const params = z.object({ id: z.string() })
const query = z.object({ secret: z.string() })
const body = z.object({ answer: z.enum(['approve', 'fail']) })

// The form may lead back to the purchase only; the address holds a secret and is told to nobody.
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
 * The page of the buyer's bank (3-D Secure). Whoever has the address may answer: its secret is what makes the form safe
 * against other sites, which cannot know it.
 */
export function serveChallenge(app: FastifyInstance, { db, names }: Sandbox, merchant: string): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 1024 },
    (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(String(text)))),
  )

  async function find(request: { params: unknown; query: unknown }) {
    const id = params.safeParse(request.params).data?.id
    const secret = query.safeParse(request.query).data?.secret
    if (id === undefined || secret === undefined) return undefined
    return findChallenge(db, id, secret)
  }

  /** What the bank asks about; nothing to pay where a card is to be saved. */
  async function questionOf({ of }: Challenge) {
    if ('setupId' in of) {
      const setup = await findSetup(db, of.setupId)
      return setup?.testCard ? { amount: null, card: cardNamed(setup.testCard) } : undefined
    }
    const intent = await findIntent(db, of.intentId)
    return intent?.card
      ? { amount: money(intent.amount, intent.currency.toUpperCase()), card: intent.card }
      : undefined
  }

  app.get(path, async (request, reply) => {
    const challenge = await find(request)
    if (!challenge) return sendPage(reply, 404, unknownPage())
    const asked = challenge.isAnswered ? undefined : await questionOf(challenge)
    if (!asked) return sendPage(reply, 200, answeredPage(challenge.returnUrl))
    return sendPage(
      reply,
      200,
      challengePage({
        ...asked,
        merchant,
        action: `/sandbox/challenge/${idOf(challenge)}?secret=${challenge.secret}`,
      }),
    )
  })

  app.post(path, async (request, reply) => {
    const challenge = await find(request)
    const answer = body.safeParse(request.body).data?.answer
    if (!challenge) return sendPage(reply, 404, unknownPage())
    if (answer !== undefined) {
      const { of, secret } = challenge
      const isApproved = answer === 'approve'
      await db
        .transaction()
        .execute((tx) =>
          'intentId' in of
            ? answerChallenge(tx, names, { intentId: of.intentId, secret, isApproved })
            : answerSetupChallenge(tx, names, { setupId: of.setupId, secret, isApproved }),
        )
    }
    // Also after a second press: the first answer counts and the purchase tells how it went.
    return reply.headers(headers).redirect(answer === undefined ? request.url : challenge.returnUrl, 303)
  })
}

function idOf({ of }: Challenge): string {
  return 'intentId' in of ? of.intentId : of.setupId
}

function sendPage(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply.code(status).headers(headers).type('text/html; charset=utf-8').send(html)
}
