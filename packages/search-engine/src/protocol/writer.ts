import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Indexes } from '../engine/indexes.ts'
import { badRequest } from './algolia-error.ts'
import { requireIndexAccess, requirePermission, type Permission } from './keys.ts'
import {
  grantFor,
  pathPart,
  writeLimit,
  type IndexWrite,
  type SearchServerOptions,
} from './request-context.ts'
import type { JsonObject } from './search/search-context.ts'
import { applyWrites } from './write-records.ts'

const indexName = /^[\w.~+ -]{1,256}$/

/**
 * The index name from the path, once the key permits the write.
 * @throws AlgoliaError 400, 403
 */
export function authorisedIndex(
  request: FastifyRequest,
  right: Permission,
  name = pathPart(request, 'index'),
): string {
  const grant = grantFor(request)
  requirePermission(grant, right)
  requireIndexAccess(grant, name)
  if (!indexName.test(name)) throw badRequest('Invalid index name')
  return name
}

/** Whether the change also applies to the replicas of the index. */
export function isForwarded(request: FastifyRequest): boolean {
  const { forwardToReplicas } = request.query as Readonly<Record<string, unknown>>
  return forwardToReplicas === 'true'
}

interface Plan<Result> {
  writes: IndexWrite[]
  result: Result
}

export interface Writer {
  indexes: Indexes
  now: () => Date
  route(
    method: 'POST' | 'PUT' | 'DELETE',
    url: string,
    handler: (request: FastifyRequest, reply: FastifyReply) => object | Promise<object>,
  ): void
  /** Runs writes one at a time, because each depends on the result of the one before: first persist, then apply. */
  write<Result>(plan: () => Promise<Plan<Result>> | Plan<Result>): Promise<Result>
  writeAll(...writes: IndexWrite[]): Promise<void>
  /** The response of a finished write. */
  done(
    timestampField: 'updatedAt' | 'deletedAt' | 'createdAt',
    more?: JsonObject,
  ): JsonObject & { taskID: number }
}

export function createWriter(
  api: FastifyInstance,
  { indexes, now, persist }: Pick<SearchServerOptions, 'indexes' | 'now' | 'persist'>,
): Writer {
  let lastTask = 0
  let lastWrite = Promise.resolve()

  const write: Writer['write'] = (plan) => {
    const current = lastWrite.then(async () => {
      const { writes, result } = await plan()
      await persist(writes)
      await applyWrites(indexes, writes)
      return result
    })
    lastWrite = current.then(
      () => undefined,
      () => undefined,
    )
    return current
  }

  return {
    indexes,
    now,
    write,
    route: (method, url, handler) => void api.route({ method, url, bodyLimit: writeLimit, handler }),
    writeAll: (...writes) => write(() => ({ writes, result: undefined })),
    done(timestampField, more = {}) {
      lastTask += 1
      return { taskID: lastTask, [timestampField]: now().toISOString(), ...more }
    },
  }
}
