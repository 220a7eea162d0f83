import compress from '@fastify/compress'
import Fastify from 'fastify'
import { createIndexes } from '../engine/indexes.ts'
import type { PersistWrites } from '../protocol/request-context.ts'
import { serveSearch } from '../protocol/serve-search.ts'
import { searchKeys } from './search-clients.ts'

/** A Fastify app on a free port that serves empty indexes and persists nothing. */
export async function startSearchApp({
  persist = async () => undefined,
  appId = searchKeys.app,
  now = () => new Date(),
}: { persist?: PersistWrites; appId?: string; now?: () => Date } = {}) {
  const indexes = createIndexes(now)
  const app = Fastify({ routerOptions: { maxParamLength: 300 } })
  await app.register(compress, { threshold: 1024 })
  serveSearch(app, {
    keys: { appId, searchKey: searchKeys.search, adminKey: searchKeys.admin },
    indexes,
    now,
    loaded: () => undefined,
    persist,
    perMinute: 1_000_000,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return { app, indexes, port: Number(new URL(app.listeningOrigin).port), close: () => app.close() }
}

export type SearchApp = Awaited<ReturnType<typeof startSearchApp>>
