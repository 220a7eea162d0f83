import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { answerOnce, type SandboxAnswer } from './answer-once.ts'
import { ConnectionCut, type SandboxOperation } from './faults.ts'
import { presentIntent } from './intents.presenter.ts'
import { findIntent, type SandboxTx } from './intents.repo.ts'
import { cancelIntent, captureIntent, confirmIntent, createIntent, refundIntent } from './move-intents.ts'
import { noSuch, SandboxRefusal } from './sandbox-refusal.ts'
import type { Sandbox } from './sandbox.ts'

const intentId = z.string().regex(/^pi_[A-Za-z0-9]+$/)
const params = z.object({ id: intentId })
const amount = z.int().positive().max(99_999_999_999)
const currency = z.string().regex(/^[a-z]{3}$/)

const createBody = z.strictObject({
  amount,
  currency,
  capture_method: z.literal('manual'),
  description: z.string().max(1000),
  metadata: z.record(z.string().max(40), z.string().max(500)),
})
const confirmBody = z.strictObject({
  payment_method: z.string().max(255),
  /** Only a path: whoever comes back from the challenge comes back to where it began. */
  return_url: z
    .string()
    .max(2000)
    .regex(/^\/(?![/\\])/),
})
const emptyBody = z.strictObject({})
const refundBody = z.strictObject({ payment_intent: intentId, amount: amount.optional() })

/** All of our purchases come with one key; a ceiling for one caller would be a ceiling for the shop. */
const unlimited = { config: { rateLimit: false } } as const

/** The provider's API under /sandbox/v1, open to the installation's own secret key only. */
export function serveApi(app: FastifyInstance, sandbox: Sandbox): void {
  const { db, names, faults } = sandbox

  app.addHook('preHandler', async (request) => {
    if (await isAuthorised(request, sandbox)) return
    throw new SandboxRefusal('secret_key_invalid', 'A valid secret key is required', { status: 401 })
  })

  /** A call that changes something: once for each key. */
  function change<Body>(
    operation: SandboxOperation,
    url: string,
    schema: z.ZodType<Body>,
    work: (tx: SandboxTx, id: string, body: Body) => Promise<SandboxAnswer>,
  ): void {
    app.post(url, unlimited, async (request, reply) => {
      const key = idempotencyKeyOf(request)
      const body = checked(schema, request.body ?? {})
      const id = url.includes(':id') ? checked(params, request.params).id : ''
      return send(reply, () =>
        faults.strike(operation, () =>
          answerOnce(db, { key, call: [url, id, body] }, (tx) => work(tx, id, body)),
        ),
      )
    })
  }

  change('create', '/payment_intents', createBody, (tx, _id, body) =>
    createIntent(tx, {
      id: names.id('pi'),
      amount: body.amount,
      currency: body.currency,
      description: body.description,
      metadata: body.metadata,
    }),
  )
  change('confirm', '/payment_intents/:id/confirm', confirmBody, (tx, id, body) =>
    confirmIntent(tx, names, {
      intentId: id,
      paymentMethod: body.payment_method,
      returnUrl: body.return_url,
    }),
  )
  change('capture', '/payment_intents/:id/capture', emptyBody, (tx, id) => captureIntent(tx, names, id))
  change('cancel', '/payment_intents/:id/cancel', emptyBody, (tx, id) => cancelIntent(tx, id))
  change('refund', '/refunds', refundBody, (tx, _id, body) =>
    refundIntent(tx, names, { intentId: body.payment_intent, amount: body.amount }),
  )
  app.get('/payment_intents/:id', unlimited, async (request, reply) => {
    const { id } = checked(params, request.params)
    return send(reply, () =>
      faults.strike('retrieve', async () => {
        const intent = await findIntent(db, id)
        if (!intent) throw noSuch('intent', 'payment intent')
        return { status: 200, body: presentIntent(intent) }
      }),
    )
  })
}

async function send(reply: FastifyReply, work: () => Promise<SandboxAnswer>): Promise<FastifyReply> {
  try {
    const { status, body } = await work()
    return await reply.code(status).header('cache-control', 'no-store').send(body)
  } catch (error) {
    if (!(error instanceof ConnectionCut)) throw error
    reply.hijack()
    reply.raw.destroy()
    return reply
  }
}

function checked<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  // Which parameter, never what stood in it.
  const param = issue?.path.join('.') || 'body'
  throw new SandboxRefusal('parameter_invalid', `The parameter ${param} is missing, unknown or not valid`, {
    param,
  })
}

function idempotencyKeyOf({ headers }: FastifyRequest): string {
  const key = headers['idempotency-key']
  if (typeof key === 'string' && /^[\w.:-]{1,255}$/.test(key)) return key
  throw new SandboxRefusal('idempotency_key_invalid', 'The header Idempotency-Key is missing or not valid')
}

async function isAuthorised({ headers }: FastifyRequest, sandbox: Sandbox): Promise<boolean> {
  const given = Buffer.from(headers.authorization ?? '')
  const right = Buffer.from(`Bearer ${await sandbox.secretKey()}`)
  return given.length === right.length && timingSafeEqual(given, right)
}
