import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startSearchApp, type SearchApp } from '../test/search-app.ts'
import { fillTeamsIndex, indexName, searchClients, searchKeys } from '../test/search-clients.ts'

/** Every method of the official client either works or is listed here with the reason why not, as in the README. */

const unsupported: Readonly<Record<string, readonly string[]>> = {
  'Rules are not supported': ['getRule saveRule deleteRule saveRules clearRules searchRules browseRules'],
  'Synonyms are not supported; store other names in the records': [
    'getSynonym saveSynonym deleteSynonym saveSynonyms clearSynonyms',
    'searchSynonyms browseSynonyms',
  ],
  'Keys come from the host app': ['addApiKey updateApiKey deleteApiKey restoreApiKey waitForApiKey'],
  'Dictionaries are built in': [
    'batchDictionaryEntries searchDictionaryEntries getDictionarySettings',
    'setDictionarySettings getDictionaryLanguages',
  ],
  'There is one server, not a cluster': [
    'assignUserId batchAssignUserIds getTopUserIds getUserId hasPendingMappings',
    'listClusters listUserIds removeUserId searchUserIds',
  ],
  'The host app controls access and logs': ['getSources replaceSources appendSource deleteSource getLogs'],
  'Records are transformed on Algolia’s ingestion servers': [
    'replaceAllObjectsWithTransformation saveObjectsWithTransformation',
    'partialUpdateObjectsWithTransformation',
  ],
  'It needs a second application': ['accountCopyIndex'],
}

/** Methods that send nothing, or whatever the caller chooses. */
const local: readonly string[] = [
  'addAlgoliaAgent clearCache setClientApiKey generateSecuredApiKey',
  'getSecuredApiKeyRemainingValidity customGet customPost customPut',
  'customDelete',
]

let app: SearchApp
beforeAll(async () => {
  app = await startSearchApp()
})
afterAll(() => app.close())

const client = () => searchClients(app).full()
beforeEach(() => fillTeamsIndex(client()))

const record = { objectID: '1', title: 'Leeds United' }
const other = 'other'

type Client = ReturnType<typeof client>
const supported: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  search: (api) =>
    api.search({ requests: [{ indexName, query: 'united', hitsPerPage: 50, type: 'default' }] }),
  searchForHits: (api) => api.searchForHits({ requests: [{ indexName, query: 'united' }] }),
  searchForFacets: (api) =>
    api.searchForFacets({ requests: [{ indexName, type: 'facet', facet: 'city', facetQuery: 'man' }] }),
  searchSingleIndex: (api) =>
    api.searchSingleIndex({
      indexName,
      searchParams: {
        facetFilters: ["city:'Manchester'", ['tags:red', ['tags:blue<score=3>']]],
        filters: 'city:"Manchester"<score=2> OR tags:red',
        numericFilters: ['price>1', ['price<100']],
        tagFilters: 'none',
        optionalFilters: ['tags:red<score=5>', ['tags:blue']],
        removeStopWords: true,
      },
    }),
  searchForFacetValues: (api) => api.searchForFacetValues({ indexName, facetName: 'city' }),
  browse: (api) => api.browse({ indexName, browseParams: { hitsPerPage: 1 } }),
  browseObjects: (api) => api.browseObjects({ indexName, browseParams: {}, aggregator: () => undefined }),
  getObject: (api) => api.getObject({ indexName, objectID: '1', attributesToRetrieve: ['title'] }),
  getObjects: (api) => api.getObjects({ requests: [{ indexName, objectID: '1' }] }),
  saveObject: (api) => api.saveObject({ indexName, body: { title: 'Leeds United' } }),
  saveObjects: (api) => api.saveObjects({ indexName, objects: [record] }),
  addOrUpdateObject: (api) => api.addOrUpdateObject({ indexName, objectID: '1', body: record }),
  partialUpdateObject: (api) =>
    api.partialUpdateObject({ indexName, objectID: '1', attributesToUpdate: { city: 'Leeds' } }),
  partialUpdateObjects: (api) => api.partialUpdateObjects({ indexName, objects: [record] }),
  deleteObject: (api) => api.deleteObject({ indexName, objectID: '1' }),
  deleteObjects: (api) => api.deleteObjects({ indexName, objectIDs: ['1', '2'] }),
  deleteBy: (api) => api.deleteBy({ indexName, deleteByParams: { filters: 'price>1' } }),
  clearObjects: (api) => api.clearObjects({ indexName }),
  batch: (api) =>
    api.batch({ indexName, batchWriteParams: { requests: [{ action: 'addObject', body: record }] } }),
  multipleBatch: (api) => api.multipleBatch({ requests: [{ action: 'addObject', body: record, indexName }] }),
  chunkedBatch: (api) => api.chunkedBatch({ indexName, objects: [record] }),
  replaceAllObjects: (api) => api.replaceAllObjects({ indexName, objects: [record] }),
  getSettings: (api) => api.getSettings({ indexName }),
  setSettings: (api) => api.setSettings({ indexName, indexSettings: { hitsPerPage: 10 } }),
  operationIndex: (api) =>
    api.operationIndex({
      indexName,
      operationIndexParams: { operation: 'copy', destination: other, scope: ['settings'] },
    }),
  deleteIndex: (api) => api.deleteIndex({ indexName: other }),
  indexExists: (api) => api.indexExists({ indexName }),
  listIndices: (api) => api.listIndices({ page: 0 }),
  getTask: (api) => api.getTask({ indexName, taskID: 1 }),
  getAppTask: (api) => api.getAppTask({ taskID: 1 }),
  waitForTask: (api) => api.waitForTask({ indexName, taskID: 1 }),
  waitForAppTask: (api) => api.waitForAppTask({ taskID: 1 }),
  listApiKeys: (api) => api.listApiKeys(),
  getApiKey: (api) => api.getApiKey({ key: searchKeys.search }),
}

test.each(Object.entries(supported))('the client’s method %s works', async (_, call) => {
  await expect(call(client())).resolves.toBeDefined()
})

/** `…WithHTTPInfo` makes the same request; `init…` are clients of other services. */
const isMethod = (name: string, value: unknown) =>
  typeof value === 'function' && !name.startsWith('init') && !name.endsWith('WithHTTPInfo')

test('every other method of the client is listed with the reason why it does not work', () => {
  const methods = Object.entries(client()).flatMap(([name, value]) => (isMethod(name, value) ? [name] : []))
  const names = [...Object.values(unsupported).flat(), ...local].flatMap((line) => line.split(' '))
  const listed = [...Object.keys(supported), ...names]
  expect(methods.toSorted()).toEqual(listed.toSorted())
})

test('unsupported methods fail instead of pretending to work', async () => {
  const api = client()
  for (const call of [
    api.searchRules({ indexName }),
    api.saveSynonym({ indexName, objectID: '1', synonymHit: { objectID: '1', type: 'synonym' } }),
    api.deleteApiKey({ key: searchKeys.search }),
    api.listClusters(),
    api.getLogs(),
  ]) {
    await expect(call).rejects.toMatchObject({ status: expect.any(Number) as number })
  }
})
