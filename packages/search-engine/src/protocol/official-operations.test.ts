import { readFileSync } from 'node:fs'
import type { algoliasearch } from 'algoliasearch'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startSearchApp, type SearchApp } from '../test/search-app.ts'
import { fillTeamsIndex, indexName, sampleTeams, searchClients, searchKeys } from '../test/search-clients.ts'

/** Every operation of the official client works, or is listed here and in the README with the reason. */

type Client = ReturnType<typeof algoliasearch>

const isDone = { taskID: expect.any(Number) as number }
const requests = [{ indexName, query: 'madrid' }]
const record = { objectID: '9', title: 'Real Sociedad' }

/** Operations with what they return for the sample index. */
const operations: Readonly<Record<string, readonly [(client: Client) => unknown, unknown]>> = {
  addOrUpdateObject: [
    (client) => client.addOrUpdateObject({ indexName, objectID: '9', body: { title: 'Real Sociedad' } }),
    { ...isDone, objectID: '9' },
  ],
  batch: [
    (client) =>
      client.batch({
        indexName,
        batchWriteParams: {
          requests: [
            { action: 'updateObject', body: record },
            { action: 'partialUpdateObjectNoCreate', body: { objectID: 'none', city: 'x' } },
            { action: 'deleteObject', body: { objectID: '1' } },
          ],
        },
      }),
    { ...isDone, objectIDs: ['9', 'none', '1'] },
  ],
  browse: [
    (client) => client.browse({ indexName }),
    { page: 0, nbHits: 3, nbPages: 1, hitsPerPage: 1000, query: '', params: '' },
  ],
  browseObjects: [
    async (client) => {
      const ids: string[] = []
      await client.browseObjects({
        indexName,
        browseParams: { hitsPerPage: 1, filters: 'city:Manchester' },
        aggregator: ({ hits }) => void ids.push(...hits.map(({ objectID }) => objectID)),
      })
      return ids
    },
    ['2', '3'],
  ],
  chunkedBatch: [
    (client) =>
      client.chunkedBatch({ indexName, objects: [record], action: 'addObject', waitForTasks: true }),
    [{ objectIDs: ['9'] }],
  ],
  clearObjects: [(client) => client.clearObjects({ indexName }), isDone],
  customDelete: [(client) => client.customDelete({ path: `1/indexes/${indexName}/1` }), isDone],
  customGet: [(client) => client.customGet({ path: `1/indexes/${indexName}/1` }), sampleTeams[0]],
  customPost: [
    (client) => client.customPost({ path: `1/indexes/${indexName}/query`, body: { query: 'madrid' } }),
    { nbHits: 1 },
  ],
  customPut: [
    (client) => client.customPut({ path: `1/indexes/${indexName}/9`, body: { title: 'Real Sociedad' } }),
    { ...isDone, objectID: '9' },
  ],
  deleteBy: [(client) => client.deleteBy({ indexName, deleteByParams: { filters: 'tags:blue' } }), isDone],
  deleteIndex: [(client) => client.deleteIndex({ indexName: 'gone' }), isDone],
  deleteObject: [(client) => client.deleteObject({ indexName, objectID: '1' }), isDone],
  deleteObjects: [
    (client) => client.deleteObjects({ indexName, objectIDs: ['1', '2'], waitForTasks: true }),
    [{ objectIDs: ['1', '2'] }],
  ],
  getApiKey: [(client) => client.getApiKey({ key: searchKeys.search }), { acl: ['search'] }],
  getAppTask: [(client) => client.getAppTask({ taskID: 1 }), { status: 'published' }],
  getObject: [
    (client) => client.getObject({ indexName, objectID: '1', attributesToRetrieve: ['city', 'price'] }),
    { objectID: '1', city: 'Madrid', price: 10 },
  ],
  getObjects: [
    (client) =>
      client.getObjects({ requests: [{ indexName, objectID: '2', attributesToRetrieve: ['title'] }] }),
    { results: [{ objectID: '2', title: 'Manchester United' }] },
  ],
  getSettings: [
    (client) => client.getSettings({ indexName }),
    { customRanking: ['asc(price)'], hitsPerPage: 20 },
  ],
  getTask: [(client) => client.getTask({ indexName, taskID: 1 }), { status: 'published' }],
  indexExists: [
    async (client) => [
      await client.indexExists({ indexName }),
      await client.indexExists({ indexName: 'none' }),
    ],
    [true, false],
  ],
  listApiKeys: [(client) => client.listApiKeys(), { keys: [{ acl: ['search'] }] }],
  listIndices: [
    (client) => client.listIndices({ page: 0, hitsPerPage: 1000 }),
    { items: expect.arrayContaining([expect.objectContaining({ name: indexName, entries: 3 })]) as unknown },
  ],
  multipleBatch: [
    (client) =>
      client.multipleBatch({ requests: [{ action: 'addObject', indexName: 'other', body: record }] }),
    { taskID: { other: expect.any(Number) as number }, objectIDs: ['9'] },
  ],
  operationIndex: [
    (client) =>
      client.operationIndex({
        indexName,
        operationIndexParams: { operation: 'copy', destination: 'copy', scope: ['settings'] },
      }),
    isDone,
  ],
  partialUpdateObject: [
    async (client) => {
      for (const [createIfNotExists, objectID] of [
        [false, 'none'],
        [true, '1'],
      ] as const)
        await client.partialUpdateObject({
          indexName,
          objectID,
          createIfNotExists,
          attributesToUpdate: {
            price: { _operation: 'Decrement', value: 4 },
            tags: { _operation: 'AddUnique', value: 'new' },
            exchanges: { _operation: 'Remove', value: 4 },
            city: 'Getafe',
          },
        })
      return client.getObjects({
        requests: ['none', '1'].map((objectID) => ({ indexName, objectID })),
      })
    },
    { results: [null, { price: 6, tags: ['red', 'white', 'new'], exchanges: [1], city: 'Getafe' }] },
  ],
  partialUpdateObjects: [
    (client) =>
      client.partialUpdateObjects({
        indexName,
        objects: [{ objectID: '1', price: 11 }],
        createIfNotExists: false,
      }),
    [{ objectIDs: ['1'] }],
  ],
  replaceAllObjects: [
    async (client) => {
      await client.replaceAllObjects({ indexName, objects: [record], batchSize: 1 })
      return client.searchSingleIndex({ indexName })
    },
    { hits: [record], nbHits: 1 },
  ],
  saveObject: [(client) => client.saveObject({ indexName, body: record }), { ...isDone, objectID: '9' }],
  saveObjects: [
    (client) => client.saveObjects({ indexName, objects: [record, { title: 'No id' }], waitForTasks: true }),
    [{ objectIDs: ['9', expect.any(String) as string] }],
  ],
  search: [
    (client) =>
      client.search({
        requests: [...requests, { indexName, type: 'facet', facet: 'city', facetQuery: 'mad' }],
        strategy: 'none',
      }),
    { results: [{ index: indexName, nbHits: 1 }, { facetHits: [{ value: 'Madrid', count: 1 }] }] },
  ],
  searchForFacetValues: [
    (client) => client.searchForFacetValues({ indexName, facetName: 'city' }),
    {
      facetHits: [
        { value: 'Manchester', highlighted: 'Manchester', count: 2 },
        { value: 'Madrid', highlighted: 'Madrid', count: 1 },
      ],
    },
  ],
  searchForFacets: [
    (client) => client.searchForFacets({ requests: [{ indexName, type: 'facet', facet: 'city' }] }),
    { results: [{ facetHits: [{ value: 'Manchester' }, { value: 'Madrid' }] }] },
  ],
  searchForHits: [(client) => client.searchForHits({ requests }), { results: [{ nbHits: 1 }] }],
  searchSingleIndex: [
    (client) => client.searchSingleIndex({ indexName, searchParams: { query: 'madrid' } }),
    { nbHits: 1, hits: [{ objectID: '1' }] },
  ],
  setSettings: [
    (client) =>
      client.setSettings({ indexName: 'other', indexSettings: { hitsPerPage: 5 }, forwardToReplicas: true }),
    isDone,
  ],
  waitForApiKey: [
    (client) => client.waitForApiKey({ operation: 'add', key: searchKeys.search }),
    { acl: ['search'] },
  ],
  waitForAppTask: [(client) => client.waitForAppTask({ taskID: 1 }), { status: 'published' }],
  waitForTask: [(client) => client.waitForTask({ indexName, taskID: 1 }), { status: 'published' }],
}

/** Operations that send nothing. */
const localOperations = [
  'addAlgoliaAgent',
  'clearCache',
  'generateSecuredApiKey',
  'getSecuredApiKeyRemainingValidity',
  'setClientApiKey',
]

const keyManagement = 'Keys are part of the configuration of the host.'
const otherServices = 'Other services of Algolia, with hosts of their own.'
const clusters = 'One server has no clusters.'
const dictionaries = 'Stop words come with the package; the others are not used.'
const rules = 'The host interprets queries before it searches.'
const sources = 'The host limits the addresses of callers.'
const synonyms = 'Other names are attributes of the records.'
const transformations = 'Transformations run in Algolia’s ingestion service.'

/** Operations that are not supported, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  browseRules: rules,
  clearRules: rules,
  deleteRule: rules,
  getRule: rules,
  saveRule: rules,
  saveRules: rules,
  searchRules: rules,
  browseSynonyms: synonyms,
  clearSynonyms: synonyms,
  deleteSynonym: synonyms,
  getSynonym: synonyms,
  saveSynonym: synonyms,
  saveSynonyms: synonyms,
  searchSynonyms: synonyms,
  batchDictionaryEntries: dictionaries,
  getDictionaryLanguages: dictionaries,
  getDictionarySettings: dictionaries,
  searchDictionaryEntries: dictionaries,
  setDictionarySettings: dictionaries,
  addApiKey: keyManagement,
  deleteApiKey: keyManagement,
  restoreApiKey: keyManagement,
  updateApiKey: keyManagement,
  appendSource: sources,
  deleteSource: sources,
  getSources: sources,
  replaceSources: sources,
  assignUserId: clusters,
  batchAssignUserIds: clusters,
  getTopUserIds: clusters,
  getUserId: clusters,
  hasPendingMappings: clusters,
  listClusters: clusters,
  listUserIds: clusters,
  removeUserId: clusters,
  searchUserIds: clusters,
  getLogs: 'The host logs requests.',
  accountCopyIndex: 'Copies rules and synonyms too.',
  partialUpdateObjectsWithTransformation: transformations,
  replaceAllObjectsWithTransformation: transformations,
  saveObjectsWithTransformation: transformations,
  initAbtesting: otherServices,
  initAbtestingV3: otherServices,
  initAnalytics: otherServices,
  initIngestion: otherServices,
  initInsights: otherServices,
  initMonitoring: otherServices,
  initPersonalization: otherServices,
  initQuerySuggestions: otherServices,
  initRecommend: otherServices,
}

let app: SearchApp
beforeAll(async () => {
  app = await startSearchApp()
})
afterAll(() => app.close())
beforeEach(() => fillTeamsIndex(searchClients(app).full()))

test.each(Object.entries(operations))('%s works', async (_name, [run, result]) => {
  const received = await run(searchClients(app).full())
  if (Array.isArray(result) && typeof result[0] !== 'object') expect(received).toEqual(result)
  else expect(received).toMatchObject(result as object)
})

test('every other operation of the client is an exception with a reason', () => {
  const client = searchClients(app).full()
  const names = Object.entries(client)
    .filter(([name, value]) => typeof value === 'function' && !name.endsWith('WithHTTPInfo'))
    .map(([name]) => name)
  const covered = [...Object.keys(operations), ...localOperations, ...Object.keys(exceptions)]
  expect(covered.toSorted()).toEqual(names.toSorted())
})

test('the README lists the exceptions with the same reasons', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const lines = Map.groupBy(Object.entries(exceptions), ([, reason]) => reason)
  for (const [reason, entries] of lines) {
    expect(readme).toContain(`| ${entries.map(([name]) => `\`${name}\``).join(', ')} | ${reason} |`)
  }
})

test('unsupported operations fail instead of pretending to work', async () => {
  const client = searchClients(app).full()
  for (const call of [
    client.searchRules({ indexName }),
    client.saveSynonym({ indexName, objectID: '1', synonymHit: { objectID: '1', type: 'synonym' } }),
    client.deleteApiKey({ key: searchKeys.search }),
    client.getDictionarySettings(),
    client.listClusters(),
    client.getSources(),
    client.getLogs(),
  ]) {
    await expect(call).rejects.toMatchObject({ name: 'ApiError', status: 404 })
  }
})
