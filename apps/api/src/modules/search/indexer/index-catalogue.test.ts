import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { addEvent, addVenue } from '#api/test/fixtures/factories.ts'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import * as repo from './events.repo.ts'

// Only a large catalogue keeps this read busy for long.
const readFigures = vi.fn<typeof repo.readFigures>()

let app: TestApp
let createCatalogueIndexer: typeof import('./index-catalogue.ts').createCatalogueIndexer
beforeAll(async () => {
  app = await buildTestApp()
  // Test files share their modules, so this one loads its own.
  vi.resetModules()
  vi.doMock('./events.repo.ts', () => ({ ...repo, readFigures }))
  ;({ createCatalogueIndexer } = await import('./index-catalogue.ts'))
})
afterEach(() => void vi.useRealTimers())
afterAll(async () => {
  vi.doUnmock('./events.repo.ts')
  vi.resetModules()
  await app.close()
})

test('[SEARCH-04] a change is written while the demand of all events is being read', async () => {
  const figures = Promise.withResolvers<Awaited<ReturnType<typeof repo.readFigures>>>()
  readFigures.mockReturnValueOnce(figures.promise)
  const { venueId } = await addVenue(app.db)
  await addEvent(app.db, { venueId, title: 'Known' })
  const titles: unknown[] = []
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const { db, outbox, clock, logger } = app.deps
  const indexer = createCatalogueIndexer({
    db,
    outbox,
    clock,
    logger,
    product: 'trade',
    exchanges: [],
    sink: {
      write: async ({ put }) => void titles.push(...put.map(({ title }) => title)),
      idsOf: async () => [],
    },
  })
  indexer.start()
  try {
    await indexer.loaded()
    vi.advanceTimersByTime(60_000)
    await vi.waitFor(() => expect(readFigures).toHaveBeenCalled())
    await addEvent(db, { venueId, title: 'Announced' })
    await outbox.drain()
    await vi.waitFor(() => expect(titles).toContain('Announced'), 30_000)

    // What is not among the figures is read again.
    const before = titles.length
    figures.resolve([])
    await vi.waitFor(() => expect(titles.slice(before)).toContain('Known'), 30_000)
  } finally {
    await indexer.stop()
  }
})
