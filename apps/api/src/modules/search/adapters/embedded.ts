import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { BrowserConfig } from '@terrace/contracts/config'
import { createIndexes } from '@terrace/search-engine/engine/indexes'
import { createRecordReplicator } from '../replicate-records.ts'
import { createCatalogueIndexer, type CatalogueIndexerOptions } from '../indexer/index-catalogue.ts'
import { indexDefinitions } from '../indexer/index-settings.ts'
import type { ApiKeys } from '@terrace/search-engine/protocol/keys'
import { serveSearch } from '@terrace/search-engine/protocol/serve-search'
import type { WorkBudget } from '#api/plugins/rate-limit/work-budget.ts'
import type { SearchPort } from '../search.port.ts'

interface EmbeddedOptions extends Omit<CatalogueIndexerOptions, 'sink'> {
  keys: ApiKeys
  /** Browser configuration without the keys. */
  browser: Omit<BrowserConfig['search'], 'provider' | 'app_id' | 'api_key'>
  perMinute: number
  work: WorkBudget
}

/** Records written between two turns of the event loop. */
const slice = 100

/** Serves the Algolia API from indexes in this process. */
export function createEmbeddedSearch({
  keys,
  browser,
  perMinute,
  work,
  ...options
}: EmbeddedOptions): SearchPort {
  const indexes = createIndexes(() => options.clock.now())
  for (const { index, settings } of indexDefinitions(options.product)) {
    void indexes.ensure(index).changeSettings(settings)
  }
  const replicator = createRecordReplicator({ ...options, indexes })
  const indexer = createCatalogueIndexer({
    ...options,
    sink: {
      async write({ index: name, put, remove }) {
        const index = indexes.ensure(name)
        for (const [number, record] of put.entries()) {
          index.put(record)
          if (number % slice === slice - 1) await yieldToEventLoop()
        }
        for (const objectID of remove) index.remove(objectID)
        await index.compact()
      },
      async idsOf(name) {
        const { store } = indexes.ensure(name)
        return store.ids()
      },
    },
  })
  /** Records written over HTTP override the catalogue's. */
  let loading: Promise<void> | undefined
  let isLoaded = false
  async function load(): Promise<void> {
    await indexer.loaded()
    try {
      await replicator.load()
      for (const [, index] of indexes.all()) await index.prepare()
      isLoaded = true
    } catch (error) {
      loading = undefined
      throw error
    }
  }

  const loaded = () => (isLoaded ? undefined : (loading ??= load()))

  return {
    browser: { ...browser, provider: 'embedded', app_id: keys.appId, api_key: keys.searchKey },
    async whenIdle() {
      await indexer.whenIdle()
      await replicator.whenIdle()
    },
    isReady() {
      // A failure is logged by the indexer and met again by the first search.
      loaded()?.catch(() => undefined)
      return isLoaded
    },
    secondsBehind: indexer.secondsBehind,
    attach(app) {
      serveSearch(app, {
        keys,
        indexes,
        now: () => options.clock.now(),
        loaded,
        persist: replicator.persist,
        perMinute,
        work: {
          waitSeconds: (request, searchKey) => work.waitSeconds({ request, searchKey }),
          charge: (request, searchKey, ms) => work.charge({ request, searchKey }, ms),
        },
      })
      app.addHook('onReady', async () => indexer.start())
      app.addHook('preClose', () => indexer.stop())
    },
  }
}
