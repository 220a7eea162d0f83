import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { addEvent, addVenue } from '#api/test/fixtures/factories.ts'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import * as repo from './events.repo.ts'
import type { IndexSink } from './index-catalogue.ts'

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

function createIndexer(write: IndexSink['write'], options: { pageSize?: number } = {}) {
  const { db, outbox, clock, logger } = app.deps
  const sink = { write, idsOf: async () => [] }
  return createCatalogueIndexer({
    db,
    outbox,
    clock,
    logger,
    product: 'trade',
    exchanges: [],
    sink,
    ...options,
  })
}

test('[SEARCH-04] a change is written while the demand of all events is being read', async () => {
  const figures = Promise.withResolvers<Awaited<ReturnType<typeof repo.readFigures>>>()
  readFigures.mockReturnValueOnce(figures.promise)
  const { venueId } = await addVenue(app.db)
  await addEvent(app.db, { venueId, title: 'Known' })
  const titles: unknown[] = []
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const { db, outbox } = app.deps
  const indexer = createIndexer(async ({ put }) => void titles.push(...put.map(({ title }) => title)))
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

test('[SEARCH-04] a change is written between the pages of a full rewrite, which keeps it', async () => {
  const { db, outbox } = app.deps
  const { venueId } = await addVenue(app.db)
  const add = (title: string, startsAt = new Date('2127-03-14T15:00Z')) =>
    addEvent(db, { venueId, title, startsAt })
  const move = (id: number, at: string) =>
    sql`update events set local_at = ${at}, starts_at = ${`${at}Z`}::timestamptz where id = ${id}`.execute(db)
  const first = await add('First')
  const hidden = await add('Announced late', new Date('2020-03-14T15:00Z'))
  const next = await add('Next')
  const outdated = await add('Moved to the past')
  const unchanged = await add('Unchanged')
  const last = await add('Last')
  await outbox.drain()
  const index = new Map<string, unknown>()
  const titles: unknown[] = []
  const resumed = Promise.withResolvers<void>()
  const paused = Promise.withResolvers<void>()
  async function write({ index: name, put, remove }: Parameters<IndexSink['write']>[0]) {
    if (name !== 'trade_events') return
    for (const { objectID, title } of put) index.set(objectID, title)
    for (const id of remove) index.delete(id)
    titles.push(...put.map(({ title }) => title))
    if (!titles.includes('First')) return
    paused.resolve()
    await resumed.promise
  }
  const indexer = createIndexer(write, { pageSize: 1 })
  indexer.start()
  try {
    await paused.promise
    await sql`update events set title = 'Next, renamed' where id = ${next}`.execute(db)
    await sql`update events set title = 'Last, renamed' where id = ${last}`.execute(db)
    await move(outdated, '2020-03-14T15:00')
    await move(hidden, '2127-03-14T15:00')
    await outbox.drain()
    resumed.resolve()
    await indexer.loaded()
    await indexer.whenIdle()
    expect(titles).not.toContain('Next')
    expect(titles).not.toContain('Moved to the past')
    expect(titles.indexOf('Last, renamed')).toBeLessThan(titles.indexOf('Unchanged'))
    const ids = [first, hidden, next, unchanged, last].map(String)
    expect(ids.map((id) => index.get(id))).toEqual([
      'First',
      'Announced late',
      'Next, renamed',
      'Unchanged',
      'Last, renamed',
    ])
    expect(index.has(String(outdated))).toBe(false)
  } finally {
    resumed.resolve()
    await indexer.stop()
  }
})
