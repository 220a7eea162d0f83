import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { runIdempotently, type ApiResponse } from './idempotency.ts'
import { ConnectionDropped, type SandboxOperation } from '../faults.ts'
import { SandboxError } from '../sandbox-error.ts'
import type { ServerParts } from '../server-parts.ts'

export const emptyBody = z.strictObject({})

const noId = z.literal('')
const path = z.object({ id: z.string().default('') })

/** Mounts the calls of the sandbox's API: validation, planned faults and idempotency. */
export function apiCalls(app: FastifyInstance, { store, faults }: ServerParts) {
  const sendFound = (reply: FastifyReply, operation: SandboxOperation, find: () => unknown) =>
    send(reply, () => faults.runWithFault(operation, async () => ({ status: 200, body: find() })))

  return {
    /** A change, executed once per idempotency key. */
    change<RequestBody>(
      operation: SandboxOperation,
      url: string,
      schemas: { id?: z.ZodType<string>; body: z.ZodType<RequestBody> },
      work: (call: { id: string; body: RequestBody; isSlow: boolean }) => ApiResponse,
    ): void {
      app.post(url, async (request, reply) => {
        const key = idempotencyKeyOf(request)
        const body = validate(schemas.body, request.body ?? {})
        const id = idOf(request, schemas.id ?? noId)
        return send(reply, () =>
          faults.runWithFault(operation, async (fault) =>
            runIdempotently(store, { key, call: [url, id, body] }, () =>
              work({ id, body, isSlow: fault === 'slow' }),
            ),
          ),
        )
      })
    },
    /** A list, filtered by the query string. */
    list<Query>(
      operation: SandboxOperation,
      url: string,
      schema: z.ZodType<Query>,
      find: (query: Query) => unknown,
    ): void {
      app.get(url, async (request, reply) => {
        const query = validate(schema, request.query, 'query')
        return sendFound(reply, operation, () => find(query))
      })
    },
    /** One object, or a list that belongs to it. */
    read(
      operation: SandboxOperation,
      url: string,
      idSchema: z.ZodType<string>,
      find: (id: string) => unknown,
    ): void {
      app.get(url, async (request, reply) => {
        const id = idOf(request, idSchema)
        return sendFound(reply, operation, () => find(id))
      })
    },
  }
}

export function hasBearerToken({ headers }: FastifyRequest, token: string): boolean {
  const actual = Buffer.from(headers.authorization ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

function idOf({ params }: FastifyRequest, schema: z.ZodType<string>): string {
  return validate(schema, path.parse(params ?? {}).id, 'id')
}

async function send(reply: FastifyReply, work: () => Promise<ApiResponse>): Promise<FastifyReply> {
  try {
    const { status, body } = await work()
    return await reply.code(status).header('cache-control', 'no-store').send(body)
  } catch (error) {
    if (!(error instanceof ConnectionDropped)) throw error
    reply.hijack()
    reply.raw.destroy()
    return reply
  }
}

function validate<Value>(schema: z.ZodType<Value>, value: unknown, fallbackName = 'body'): Value {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  // Name the parameter, never its value.
  const param = issue?.path.join('.') || fallbackName
  throw new SandboxError('parameter_invalid', `The parameter ${param} is missing, unknown or invalid`, {
    param,
  })
}

function idempotencyKeyOf({ headers }: FastifyRequest): string {
  const key = headers['idempotency-key']
  if (typeof key === 'string' && /^[\w.:-]{1,255}$/.test(key)) return key
  throw new SandboxError('idempotency_key_invalid', 'The Idempotency-Key header is missing or invalid')
}
