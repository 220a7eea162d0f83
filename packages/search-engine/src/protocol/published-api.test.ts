import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  exampleOf,
  examplesOf,
  operations,
  parametersOf,
  propertiesOf,
  responseProblems,
  schemaOf,
  type ApiOperation,
} from '../test/algolia/contract.ts'
import { startSearchApp, type SearchApp } from '../test/search-app.ts'
import { searchKeys } from '../test/search-clients.ts'

/** Algolia's description of its API, example by example: each request succeeds with the response described. */

let app: SearchApp
beforeAll(async () => {
  app = await startSearchApp()
})
afterAll(() => app.close())
// The example of a source does not contain this machine.
afterEach(() => void app.indexes.drop('keys/sources'))

const products = [
  { objectID: 'blackTShirt', name: 'Black T-shirt', color: '#000000', price: 20, category: 'Book' },
  { objectID: 'product-1', author: 'John Doe', title: 'Car auto vehicle', price: 999, _tags: ['published'] },
]

let key = ''

async function reset(): Promise<void> {
  for (const [name] of app.indexes.all()) app.indexes.drop(name)
  await send('PUT', '/1/indexes/products/settings', {
    attributesForFaceting: ['searchable(category)', 'author'],
  })
  await send('POST', '/1/indexes/products/batch', {
    requests: products.map((body) => ({ action: 'addObject', body })),
  })
  await send('PUT', '/1/indexes/products/synonyms/synonymID', exampleOf(schemaOf('synonymHit')))
  const created = await send('POST', '/1/keys', { acl: ['search'], indexes: ['products'] })
  key = String(created.body['key'])
}

async function send(method: ApiOperation['method'], path: string, body?: unknown) {
  const response = await app.app.inject({
    method,
    url: path,
    headers: { 'x-algolia-application-id': searchKeys.app, 'x-algolia-api-key': searchKeys.admin },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  })
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() }
}

/** Values that must name something that exists. */
const existing: Readonly<Record<string, () => string>> = {
  indexName: () => 'products',
  objectID: () => 'blackTShirt',
  key: () => key,
  facetName: () => 'category',
  dictionaryName: () => 'stopwords',
}

function pathOf(operation: ApiOperation): string {
  const isSynonym = operation.path.includes('/synonyms/')
  return operation.path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
    if (isSynonym && parameter === 'objectID') return 'synonymID'
    const example = parametersOf(operation).find((each) => each.name === parameter)?.schema
    return encodeURIComponent(existing[parameter]?.() ?? String(example && exampleOf(example)))
  })
}

const isRule = ([, { path }]: [string, ApiOperation]) => path.includes('/rules')
const isCluster = ([, { path }]: [string, ApiOperation]) => path.startsWith('/1/clusters')

/** Bodies for operations whose examples are parts without a whole. */
const bodies: Readonly<Record<string, unknown>> = {
  search: {
    requests: [
      { indexName: 'products', query: 'shirt', facets: ['*'] },
      { indexName: 'products', type: 'facet', facet: 'category', facetQuery: 'b' },
    ],
  },
  searchForFacetValues: { facetQuery: 'bo', maxFacetHits: 10 },
  browse: { query: 'shirt' },
  getObjects: {
    requests: [
      { indexName: 'products', objectID: 'product-1', attributesToRetrieve: ['author', 'title'] },
      { indexName: 'products', objectID: 'none' },
    ],
  },
  operationIndex: { operation: 'copy', destination: 'copy', scope: ['settings', 'synonyms', 'rules'] },
  batchDictionaryEntries: {
    requests: [
      { action: 'addEntry', body: { objectID: '1', language: 'en', word: 'the', state: 'enabled' } },
      { action: 'deleteEntry', body: { objectID: '1' } },
    ],
  },
  searchDictionaryEntries: { query: 'about', language: 'en' },
  setDictionarySettings: { disableStandardEntries: { stopwords: { fr: true }, plurals: null } },
  searchSynonyms: { query: 'car', type: 'synonym' },
  deleteBy: { filters: 'category:Book' },
}

/** Must happen before the operation. */
const before: Readonly<Record<string, () => Promise<unknown>>> = {
  restoreApiKey: () => send('DELETE', `/1/keys/${key}`),
}

const served = Object.entries(operations).filter((entry) => !isRule(entry) && !isCluster(entry))

test.each(served)('%s responds to its example as described', async (name, operation) => {
  await reset()
  await before[name]?.()
  const examples = operation.examples ?? [
    bodies[name] ?? (operation.body ? exampleOf(operation.body) : undefined),
  ]
  for (const example of examples) {
    const { status, body } = await send(operation.method, pathOf(operation), example)
    expect({ status, body }).toMatchObject({ status: operation.status })
    expect(responseProblems(name, body)).toEqual([])
  }
})

const searchParams = propertiesOf(schemaOf('searchParamsObject'))

describe('every example of a search parameter is accepted', () => {
  beforeAll(reset)

  test.each(searchParams)('%s', async (name, schema) => {
    for (const value of examplesOf(schema)) {
      const found = await send('POST', '/1/indexes/products/query', { [name]: value })
      expect({ value, ...found }).toMatchObject({ status: 200 })
      // Fields that `responseFields` leaves out are not described as optional.
      if (name !== 'responseFields') expect(responseProblems('searchSingleIndex', found.body)).toEqual([])
      const params = new URLSearchParams({
        [name]: typeof value === 'string' ? value : JSON.stringify(value),
      })
      const asText = await send('POST', '/1/indexes/products/query', { params: params.toString() })
      expect(asText.body['nbHits']).toEqual(found.body['nbHits'])
      expect((await send('POST', '/1/indexes/products/browse', { [name]: value })).status).toBe(200)
    }
  })

  test('all at once', async () => {
    const all = Object.fromEntries(searchParams.map(([name, schema]) => [name, exampleOf(schema)]))
    const { status, body } = await send('POST', '/1/indexes/products/query', all)
    expect({ status, body }).toMatchObject({ status: 200 })
  })
})

describe('every example of a setting is stored and returned', () => {
  beforeAll(reset)

  test.each(propertiesOf(schemaOf('indexSettings')))('%s', async (name, schema) => {
    for (const value of examplesOf(schema)) {
      const changed = await send('PUT', '/1/indexes/products/settings', { [name]: value })
      expect({ value, ...changed }).toMatchObject({ status: 200 })
      const { body } = await send('GET', '/1/indexes/products/settings')
      expect(responseProblems('getSettings', body)).toEqual([])
      expect(body[name]).toEqual(value)
      expect((await send('POST', '/1/indexes/products/query', { query: 'shirt' })).status).toBe(200)
    }
    await send('PUT', '/1/indexes/products/settings', { [name]: null })
  })
})

test.each(examplesOf(schemaOf('SynonymType')))('a synonym of type %s is stored', async (type) => {
  const synonym = { ...(exampleOf(schemaOf('synonymHit')) as object), type }
  expect((await send('PUT', '/1/indexes/products/synonyms/synonymID', synonym)).status).toBe(200)
  const { body } = await send('GET', '/1/indexes/products/synonyms/synonymID')
  expect(responseProblems('getSynonym', body)).toEqual([])
  expect(body['type']).toBe(String(type).toLowerCase())
})

test.each(examplesOf(schemaOf('action')))('the batch action %s is accepted', async (action) => {
  const body = { objectID: 'blackTShirt', name: 'Red T-shirt' }
  const sent = await send('POST', '/1/indexes/products/batch', { requests: [{ action, body }] })
  expect(sent.status).toBe(200)
  expect(responseProblems('batch', sent.body)).toEqual([])
})

test.each(examplesOf(schemaOf('builtInOperationType')))(
  'the operation %s is accepted',
  async (_operation) => {
    const sent = await send('POST', '/1/indexes/products/blackTShirt/partial', {
      price: { _operation, value: 1 },
    })
    expect(sent.status).toBe(200)
  },
)

test.each(examplesOf(schemaOf('acl')))('a key may have the permission %s', async (permission) => {
  const created = await send('POST', '/1/keys', { acl: [permission] })
  expect(created.status).toBe(200)
  const { body } = await send('GET', `/1/keys/${String(created.body['key'])}`)
  expect(responseProblems('getApiKey', body)).toEqual([])
  expect(body['acl']).toEqual([permission])
})
