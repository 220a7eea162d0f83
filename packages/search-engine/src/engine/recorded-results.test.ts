import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { catalogueSettings, createCatalogue } from '../test/recorded/catalogue.ts'
import { createQueries } from '../test/recorded/queries.ts'
import { createCallBudget } from '../protocol/search/call-budget.ts'
import { searchSingle } from '../protocol/search/run-search.ts'
import { createIndexes, type Indexes } from './indexes.ts'

const grant = {
  isAdmin: false,
  isRestricted: false,
  permissions: ['search'],
  canUseIndex: () => true,
  enforcedParams: [],
  maxHitsPerQuery: 0,
}

test('random searches of a large catalogue have the recorded responses', async () => {
  const indexes = createIndexes(() => new Date())
  const index = indexes.ensure('events')
  await index.changeSettings(catalogueSettings)
  const records = createCatalogue(6000)
  for (const record of records) index.put(record)
  await index.prepare()
  // Slots without a record, and records that came after the last sort.
  for (const record of records.slice(0, 300)) index.put({ ...record, price: 7 })
  for (const { objectID } of records.slice(300, 400)) index.remove(objectID)
  const lines: string[] = []
  for (const params of createQueries(500))
    lines.push(`${JSON.stringify(params)} ${await summarize(indexes, params)}`)
  // To see what changed in a response, compare it with that of the last commit.
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../test/recorded/responses.txt')
})

/** The number of matches, the first ones, and a digest of the response without its times. */
async function summarize(indexes: Indexes, params: Readonly<Record<string, unknown>>): Promise<string> {
  const bytes = await searchSingle({ indexes, grant, budget: createCallBudget() }, 'events', params)
  const { processingTimeMS, processingTimingsMS, serverTimeMS, ...response } = JSON.parse(
    bytes.toString(),
  ) as {
    processingTimeMS: number
    processingTimingsMS: unknown
    serverTimeMS: number
    nbHits: number
    hits: { objectID: string }[]
  }
  expect(processingTimeMS).toBe(serverTimeMS)
  expect(processingTimingsMS).toEqual({ total: processingTimeMS })
  const digest = createHash('sha1').update(JSON.stringify(response)).digest('base64url').slice(0, 10)
  return `${response.nbHits} ${response.hits
    .slice(0, 5)
    .map(({ objectID }) => objectID)
    .join()} ${digest}`
}
