import { createHash } from 'node:crypto'
import type { BrowserConfig } from '@terrace/contracts/config'
import { algoliasearch, type Algoliasearch } from 'algoliasearch'
import { sql } from 'kysely'
import type { SearchRecord } from '../engine/record-values.ts'
import { createFeeder, type FeederOptions, type IndexSink } from '../indexer/feed-indexes.ts'
import { indexDefinitions } from '../indexer/index-settings.ts'
import type { IndexDefinition, SearchPort } from '../search.port.ts'

interface HostedOptions extends Omit<FeederOptions, 'sink'> {
  appId: string
  apiKey: string
  adminKey: string
  browser: Omit<BrowserConfig['search'], 'provider' | 'app_id' | 'api_key'>
}

const batchSize = 1000
// Any number does, as long as it stays: of all processes one writes to the hosted service.
const lockKey = 7_336_211
const lockRetryMs = 5000

/** Hosted Algolia: the browser asks it, and the same feeder as for our own endpoint writes to it through its client. */
export function createHostedSearch(options: HostedOptions): SearchPort {
  const { appId, apiKey, adminKey, browser, db, logger } = options
  const client = algoliasearch(appId, adminKey, { ...hostsOf(browser.origin) })
  const definitions = indexDefinitions(options.product)
  const feeder = createFeeder({ ...options, sink: createHostedSink(client, definitions) })
  const stopping = new AbortController()
  let leading: Promise<void> | undefined

  /** Holds a lock of the database for as long as this process writes. */
  async function lead(): Promise<void> {
    await db.connection().execute(async (connection) => {
      const { rows } = await sql<{ isOurs: boolean }>`
        select pg_try_advisory_lock(${lockKey}) as "isOurs"`.execute(connection)
      if (rows[0]?.isOurs !== true) return
      try {
        feeder.start()
        await ended(stopping.signal)
      } finally {
        await feeder.stop()
        await sql`select pg_advisory_unlock(${lockKey})`.execute(connection)
      }
    })
  }

  async function tryToLead(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await lead()
      } catch (error) {
        logger.error({ err: error }, 'the hosted search index is not fed; it is tried again')
      }
      await Promise.race([ended(stopping.signal), pause(lockRetryMs)])
    }
  }

  return {
    browser: { ...browser, provider: 'algolia', app_id: appId, api_key: apiKey },
    settled: () => feeder.settled(),
    attach(app) {
      app.addHook('onReady', async () => {
        leading = tryToLead()
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

/** Another server than Algolia's own that speaks the same API. */
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

/** Sends only what differs from what the service has, which is read once. */
function createHostedSink(client: Algoliasearch, definitions: readonly IndexDefinition[]): IndexSink {
  const indexes = new Map<string, Promise<Map<string, string>>>()

  function open(index: string): Promise<Map<string, string>> {
    const known = indexes.get(index)
    if (known) return known
    const opening = prepare(index)
    indexes.set(index, opening)
    // Not reached, it is tried anew the next time.
    opening.catch(() => indexes.delete(index))
    return opening
  }

  async function prepare(indexName: string): Promise<Map<string, string>> {
    const settings = definitions.find(({ index }) => index === indexName)?.settings ?? {}
    // Makes the index where there is none, so that it can be read.
    const { taskID } = await client.setSettings({ indexName, indexSettings: { ...settings } })
    await client.waitForTask({ indexName, taskID })
    const known = new Map<string, string>()
    await client.browseObjects<Record<string, unknown>>({
      indexName,
      aggregator: ({ hits }) => {
        for (const { _highlightResult: _, ...hit } of hits) known.set(hit.objectID, digest(hit))
      },
    })
    return known
  }

  return {
    async write({ index, put, remove }) {
      const known = await open(index)
      const changed = put.flatMap((record) => {
        const print = digest(record)
        return known.get(record.objectID) === print ? [] : [{ record, print }]
      })
      const gone = remove.filter((id) => known.has(id))
      const requests = [
        ...changed.map(({ record }) => ({ action: 'addObject' as const, body: { ...record } })),
        ...gone.map((objectID) => ({ action: 'deleteObject' as const, body: { objectID } })),
      ]
      for (let from = 0; from < requests.length; from += batchSize) {
        await client.batch({
          indexName: index,
          batchWriteParams: { requests: requests.slice(from, from + batchSize) },
        })
      }
      for (const { record, print } of changed) known.set(record.objectID, print)
      for (const id of gone) known.delete(id)
    },
    async idsOf(index) {
      return [...(await open(index)).keys()]
    },
  }
}

/** Of what a record says, whatever the order of its attributes. */
function digest(record: SearchRecord | Record<string, unknown>): string {
  return createHash('sha1')
    .update(JSON.stringify(inOrder(record)))
    .digest('base64')
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, inner]) => [name, inOrder(inner)]),
  )
}
