import { createHash } from 'node:crypto'
import type { BrowserConfig } from '@terrace/contracts/config'
import { algoliasearch, type Algoliasearch } from 'algoliasearch'
import type { SearchRecord } from '@terrace/search-engine/engine/records/record-values'
import { withAdvisoryLock } from '#api/db/advisory-lock.ts'
import {
  createCatalogueIndexer,
  type CatalogueIndexerOptions,
  type IndexSink,
} from '../indexer/index-catalogue.ts'
import { indexDefinitions } from '../indexer/index-settings.ts'
import type { IndexDefinition, SearchPort } from '../search.port.ts'

interface HostedOptions extends Omit<CatalogueIndexerOptions, 'sink'> {
  appId: string
  apiKey: string
  adminKey: string
  browser: Omit<BrowserConfig['search'], 'provider' | 'app_id' | 'api_key'>
}

const batchSize = 1000
// An arbitrary but fixed number. The process that holds the lock writes to the hosted service.
const lockKey = 7_336_211
const lockRetryMs = 5000

/**
 * Hosted Algolia: the browser searches it directly, and the catalogue indexer writes to it through the official
 * client.
 */
export function createHostedSearch(options: HostedOptions): SearchPort {
  const { appId, apiKey, adminKey, browser, db, logger } = options
  const client = algoliasearch(appId, adminKey, { ...hostsOf(browser.origin) })
  const definitions = indexDefinitions(options.product)
  const indexer = createCatalogueIndexer({ ...options, sink: createHostedSink(client, definitions) })
  const stopping = new AbortController()
  let leading: Promise<void> | undefined

  /** Writes to the service while this process holds the advisory lock. */
  async function lead(): Promise<void> {
    await withAdvisoryLock(db, lockKey, async () => {
      try {
        indexer.start()
        await ended(stopping.signal)
      } finally {
        await indexer.stop()
      }
    })
  }

  async function leadWhenPossible(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await lead()
      } catch (error) {
        logger.error({ err: error }, 'writing to the hosted search index failed; retrying')
      }
      await Promise.race([ended(stopping.signal), pause(lockRetryMs)])
    }
  }

  return {
    browser: { ...browser, provider: 'algolia', app_id: appId, api_key: apiKey },
    whenIdle: () => indexer.whenIdle(),
    isReady: () => true,
    secondsBehind: () => indexer.secondsBehind(),
    attach(app) {
      app.addHook('onReady', async () => {
        leading = leadWhenPossible()
      })
      app.addHook('preClose', async () => {
        stopping.abort()
        await leading
      })
    },
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, milliseconds).unref()
  })
}

function ended(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done()
    else signal.addEventListener('abort', () => done(), { once: true })
  })
}

/** Connects to a compatible server instead of Algolia. */
function hostsOf(origin: string | undefined) {
  if (origin === undefined) return {}
  const { protocol, host } = new URL(origin)
  return {
    hosts: [
      {
        url: host,
        accept: 'readWrite' as const,
        protocol: protocol === 'http:' ? ('http' as const) : ('https' as const),
      },
    ],
  }
}

/** Sends only the differences from the service's records, which are read once. */
function createHostedSink(client: Algoliasearch, definitions: readonly IndexDefinition[]): IndexSink {
  const indexes = new Map<string, Promise<Map<string, string>>>()

  function open(index: string): Promise<Map<string, string>> {
    const existing = indexes.get(index)
    if (existing) return existing
    const opening = prepare(index)
    indexes.set(index, opening)
    // Retry on the next write.
    opening.catch(() => indexes.delete(index))
    return opening
  }

  async function prepare(indexName: string): Promise<Map<string, string>> {
    const settings = definitions.find(({ index }) => index === indexName)?.settings ?? {}
    // Creates a missing index, so that browsing it succeeds.
    const { taskID } = await client.setSettings({ indexName, indexSettings: { ...settings } })
    await client.waitForTask({ indexName, taskID })
    const existing = new Map<string, string>()
    await client.browseObjects<Record<string, unknown>>({
      indexName,
      aggregator: ({ hits }) => {
        for (const { _highlightResult: _, ...hit } of hits) existing.set(hit.objectID, digest(hit))
      },
    })
    return existing
  }

  return {
    async write({ index, put, remove }) {
      const existing = await open(index)
      const changed = put.flatMap((record) => {
        const print = digest(record)
        return existing.get(record.objectID) === print ? [] : [{ record, print }]
      })
      const removedIds = remove.filter((id) => existing.has(id))
      const requests = [
        ...changed.map(({ record }) => ({ action: 'addObject' as const, body: { ...record } })),
        ...removedIds.map((objectID) => ({ action: 'deleteObject' as const, body: { objectID } })),
      ]
      for (let from = 0; from < requests.length; from += batchSize) {
        await client.batch({
          indexName: index,
          batchWriteParams: { requests: requests.slice(from, from + batchSize) },
        })
      }
      for (const { record, print } of changed) existing.set(record.objectID, print)
      for (const id of removedIds) existing.delete(id)
    },
    async idsOf(index) {
      return [...(await open(index)).keys()]
    },
  }
}

/** Independent of the order of attributes. */
function digest(record: SearchRecord | Record<string, unknown>): string {
  return createHash('sha1')
    .update(JSON.stringify(withSortedKeys(record)))
    .digest('base64')
}

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, inner]) => [name, withSortedKeys(inner)]),
  )
}
