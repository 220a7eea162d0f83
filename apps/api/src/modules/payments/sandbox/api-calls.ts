import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { answerOnce, type SandboxAnswer } from './answer-once.ts'
import { ConnectionCut, type SandboxOperation } from './faults.ts'
import type { SandboxTx } from './sandbox-tables.ts'
import { SandboxRefusal } from './sandbox-refusal.ts'
import type { Sandbox } from './sandbox.ts'

export const emptyBody = z.strictObject({})

/** All of our purchases come with one key; a ceiling for one caller would be a ceiling for the shop. */
const unlimited = { config: { rateLimit: false } } as const

const noId = z.literal('')
const path = z.object({ id: z.string().default('') })

/** How every call of the sandbox's API is mounted: checked, struck by the fault that waits for it, and answered once. */
export function apiCalls(app: FastifyInstance, { db, faults }: Pick<Sandbox, 'db' | 'faults'>) {
  const sendFound = (reply: FastifyReply, operation: SandboxOperation, find: () => Promise<unknown>) =>
    send(reply, () => faults.strike(operation, async () => ({ status: 200, body: await find() })))

  return {
    /** A call that changes something: once for each key. */
    change<Body>(
      operation: SandboxOperation,
      url: string,
      takes: { id?: z.ZodType<string>; body: z.ZodType<Body> },
      work: (tx: SandboxTx, call: { id: string; body: Body; isSlow: boolean }) => Promise<SandboxAnswer>,
    ): void {
      app.post(url, unlimited, async (request, reply) => {
        const key = idempotencyKeyOf(request)
        const body = checked(takes.body, request.body ?? {})
        const id = idOf(request, takes.id ?? noId)
        return send(reply, () =>
          faults.strike(operation, (fault) =>
            answerOnce(db, { key, call: [url, id, body] }, (tx) =>
              work(tx, { id, body, isSlow: fault === 'slow' }),
            ),
          ),
        )
      })
    },
    /** A list, narrowed by what stands behind the question mark. */
    list<Query>(
      operation: SandboxOperation,
      url: string,
      takes: z.ZodType<Query>,
      find: (query: Query) => Promise<unknown>,
    ): void {
      app.get(url, unlimited, async (request, reply) => {
        const query = checked(takes, request.query, 'query')
        return sendFound(reply, operation, () => find(query))
      })
    },
    read(
      operation: SandboxOperation,
      url: string,
      ids: z.ZodType<string>,
      find: (id: string) => Promise<unknown>,
    ): void {
      app.get(url, unlimited, async (request, reply) => {
        const id = idOf(request, ids)
        return sendFound(reply, operation, () => find(id))
      })
    },
  }
}

/** Whether the call comes with the installation's secret key. */
export async function isShop(request: FastifyRequest, sandbox: Sandbox): Promise<boolean> {
  return hasBearer(request, await sandbox.secretKey())
}

export function hasBearer({ headers }: FastifyRequest, token: string): boolean {
  const given = Buffer.from(headers.authorization ?? '')
  const right = Buffer.from(`Bearer ${token}`)
  return given.length === right.length && timingSafeEqual(given, right)
}

function idOf({ params }: FastifyRequest, schema: z.ZodType<string>): string {
  return checked(schema, path.parse(params ?? {}).id, 'id')
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

function checked<Value>(schema: z.ZodType<Value>, value: unknown, whole = 'body'): Value {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  // Which parameter, never what stood in it.
  const param = issue?.path.join('.') || whole
  throw new SandboxRefusal('parameter_invalid', `The parameter ${param} is missing, unknown or not valid`, {
    param,
  })
}

function idempotencyKeyOf({ headers }: FastifyRequest): string {
  const key = headers['idempotency-key']
  if (typeof key === 'string' && /^[\w.:-]{1,255}$/.test(key)) return key
  throw new SandboxRefusal('idempotency_key_invalid', 'The header Idempotency-Key is missing or not valid')
}
