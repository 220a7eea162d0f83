import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openDatabase, type Db } from '../../apps/api/src/db/client.ts'
import { createIndexes, type Indexes } from '@terrace/search-engine/engine/indexes'
import { eventRecordOf } from '../../apps/api/src/modules/search/indexer/event-record.ts'
import { readEventPages } from '../../apps/api/src/modules/search/indexer/events.repo.ts'
import { indexDefinitions } from '../../apps/api/src/modules/search/indexer/index-settings.ts'
import { readNames } from '../../apps/api/src/modules/search/indexer/names.repo.ts'
import { createCallBudget } from '@terrace/search-engine/protocol/search/call-budget'
import { searchMany } from '@terrace/search-engine/protocol/search/run-search'
import { metricOf } from '../measure.ts'
import { serve } from '../worker.ts'

/** In-process measurements of the search index in a dedicated process. */
export interface InProcess {
  events: number
  keystrokes: number
  averageMs: number
  p50Ms: number
  p99Ms: number
  /** For queries not searched before. */
  firstP99Ms: number
  maxMs: number
  /** From the database to the complete index. */
  buildSeconds: number
  indexMb: number
  /** The longest that building or a search kept the event loop from other work. */
  blockMs: number
  /** Every query as it was typed. */
  typed: string[]
}

const runs = 5
/** Records between two turns of the event loop, as in the server. */
const slice = 100

const phrases = [
  'arsenal home december',
  'mnchester united',
  'monza',
  'new york philharmonic',
  'arsenal v manchester united',
  'sunday night nfl',
  'real madrid barcelona',
  'bayren munich',
  'premier league',
  'london december',
  'juventus inter',
  'chelsea liverpool',
  'man u',
  'spurs home',
  'barça',
  'atletico',
  'grand prix belgium',
  'jets giants',
  'ajax psv',
  'milan derby',
  'dallas cowboys',
  'emirates stadium',
  'flamengo',
  'kansas city chiefs',
  'mahler symphony',
  'psg marseille',
  'leeds united away',
  'green bay packers',
  'wolves',
  'f1 las vegas',
  'tottenham hotspur stadium',
  'serie a january',
]

setFlagsFromString('--expose-gc')
// The flag above defines it.
const collectGarbage = runInNewContext('gc') as () => void

serve(async ({ databaseUrl }: { databaseUrl: string }): Promise<InProcess> => {
  const { db } = openDatabase({ url: databaseUrl, poolSize: 2 })
  const indexes = createIndexes(() => new Date())
  collectGarbage()
  const before = memory()
  const from = performance.now()
  const delays = monitorEventLoopDelay({ resolution: 1 })
  delays.enable()
  const events = await build(db, indexes)
  delays.disable()
  const buildSeconds = (performance.now() - from) / 1000
  await db.destroy()

  const typed = phrases.flatMap((phrase) => Array.from(phrase, (_, index) => phrase.slice(0, index + 1)))
  // One pass for the compiler; then a new word, which invalidates cached results.
  await type(indexes, typed)
  indexes.ensure('trade_events').put({ objectID: 'new', title: 'zyxwvut' })
  const first = sorted(await type(indexes, typed))
  const passes: number[][] = []
  for (let run = 0; run < runs; run += 1) passes.push(await type(indexes, typed))
  collectGarbage()
  // Includes the index's caches for searched words.
  const indexMb = memory() - before
  // The median pass of each keystroke, to ignore other load on the machine.
  const times = sorted(typed.map((_, key) => metricOf(passes.map((pass) => pass[key] ?? 0)).median))
  return {
    events,
    keystrokes: typed.length,
    averageMs: round(times.reduce((sum, time) => sum + time, 0) / times.length),
    p50Ms: at(times, 0.5),
    p99Ms: at(times, 0.99),
    firstP99Ms: at(first, 0.99),
    maxMs: at(times, 1),
    buildSeconds: round(buildSeconds),
    indexMb: Math.round(indexMb),
    blockMs: Math.max(round(delays.max / 1e6), at(times, 1)),
    typed,
  }
})

const sorted = (times: readonly number[]): number[] => times.toSorted((left, right) => left - right)

function at(times: readonly number[], fraction: number): number {
  return round(times[Math.floor((times.length - 1) * fraction)] ?? 0)
}

/** Reads the catalogue and builds the event index, as the server does at startup. */
async function build(db: Db, indexes: Indexes): Promise<number> {
  const [definition] = indexDefinitions('trade')
  if (!definition) throw new Error('the event index is not defined')
  const index = indexes.ensure(definition.index)
  await index.changeSettings(definition.settings)
  const names = await readNames(db)
  const now = new Date()
  for await (const rows of readEventPages(db, now, 2000)) {
    for (const [number, row] of rows.entries()) {
      index.put(eventRecordOf(row, names, []))
      if (number % slice === 0) await yieldToEventLoop()
    }
  }
  await index.prepare()
  return index.store.size
}

/** Milliseconds per keystroke for typing these queries, serialised and uncached. */
async function type(indexes: Indexes, texts: readonly string[]): Promise<number[]> {
  const today = Math.floor(Date.now() / 86_400_000) * 86_400
  const grant = {
    isAdmin: false,
    isRestricted: false,
    permissions: ['search' as const],
    canUseIndex: () => true,
    enforcedParams: [],
    maxHitsPerQuery: 0,
  }
  const times: number[] = []
  for (const query of texts) {
    const from = performance.now()
    await searchMany(
      { indexes, grant, budget: createCallBudget() },
      {
        requests: [
          {
            indexName: 'trade_events',
            query,
            hitsPerPage: 20,
            filters: `event_date_local>=${today} AND is_source_tixstock=1`,
          },
        ],
      },
    )
    times.push(performance.now() - from)
  }
  return times
}

/** Megabytes. */
function memory(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 1_000_000
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
