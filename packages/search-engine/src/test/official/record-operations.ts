import { expect } from 'vitest'
import { indexName, sampleTeams, searchKeys } from '../search-clients.ts'
import { isDone, type Operations } from './operations.ts'

const requests = [{ indexName, query: 'madrid' }]
const record = { objectID: '9', title: 'Real Sociedad' }

/** Records, searches and indexes. */
export const recordOperations: Operations = {
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
  listApiKeys: [
    (client) => client.listApiKeys(),
    { keys: expect.arrayContaining([expect.objectContaining({ value: searchKeys.search })]) as unknown },
  ],
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
