import type { BrowserConfig } from '@terrace/contracts/config'
import { createIndexes } from '../engine/indexes.ts'
import { createWrittenKeeper } from '../keep-written.ts'
import { createFeeder, type FeederOptions } from '../indexer/feed-indexes.ts'
import { indexDefinitions } from '../indexer/index-settings.ts'
import type { ApiKeys } from '../protocol/keys.ts'
import { serveSearch } from '../protocol/serve-search.ts'
import type { SearchPort } from '../search.port.ts'

interface EmbeddedOptions extends Omit<FeederOptions, 'sink'> {
  keys: ApiKeys
  /** What the browser is told beside the keys. */
  browser: Omit<BrowserConfig['search'], 'provider' | 'app_id' | 'api_key'>
  perMinute: number
}

/** Our own endpoint of the Algolia API over indexes in this process. */
export function createEmbeddedSearch({ keys, browser, perMinute, ...options }: EmbeddedOptions): SearchPort {
  const indexes = createIndexes(() => options.clock.now())
  for (const { index, settings } of indexDefinitions(options.product)) {
    void indexes.ensure(index).changeSettings(settings)
  }
  const written = createWrittenKeeper({ ...options, indexes })
  const feeder = createFeeder({
    ...options,
    sink: {
      async write({ index: name, put, remove }) {
        const index = indexes.ensure(name)
        for (const record of put) index.put(record)
        for (const objectID of remove) index.remove(objectID)
        await index.tidy()
      },
      async idsOf(name) {
        const { store } = indexes.ensure(name)
        return store.ids()
      },
    },
  })
  /** Over what the catalogue says stands what was written by HTTP. */
  let loading: Promise<void> | undefined
  let isLoaded = false
  async function load(): Promise<void> {
    await feeder.loaded()
    try {
      await written.load()
      isLoaded = true
    } catch (error) {
      loading = undefined
      throw error
    }
  }

  return {
    browser: { ...browser, provider: 'embedded', app_id: keys.appId, api_key: keys.searchKey },
    async settled() {
      await feeder.settled()
      await written.settled()
    },
    attach(app) {
      serveSearch(app, {
        keys,
        indexes,
        now: () => options.clock.now(),
        loaded: () => (isLoaded ? undefined : (loading ??= load())),
        keep: written.keep,
        perMinute,
      })
      app.addHook('onReady', async () => feeder.start())
      app.addHook('preClose', () => feeder.stop())
    },
  }
}
