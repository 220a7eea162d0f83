import compress from '@fastify/compress'
import Fastify from 'fastify'
import { createIndexes } from '../engine/indexes.ts'
import type { PersistWrites } from '../protocol/request-context.ts'
import { serveSearch } from '../protocol/serve-search.ts'
import { searchKeys } from './search-clients.ts'

/** A Fastify app on a free port that serves empty indexes and persists nothing. */
export async function startSearchApp({ persist = async () => undefined }: { persist?: PersistWrites } = {}) {
  const indexes = createIndexes(() => new Date())
  const app = Fastify({ routerOptions: { maxParamLength: 300 } })
  await app.register(compress, { threshold: 1024 })
  serveSearch(app, {
    keys: { appId: searchKeys.app, searchKey: searchKeys.search, adminKey: searchKeys.admin },
    indexes,
    now: () => new Date(),
    loaded: () => undefined,
    persist,
    perMinute: 1_000_000,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return { app, indexes, port: Number(new URL(app.listeningOrigin).port), close: () => app.close() }
}

export type SearchApp = Awaited<ReturnType<typeof startSearchApp>>
