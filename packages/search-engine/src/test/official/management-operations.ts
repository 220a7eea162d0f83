import { expect } from 'vitest'
import { indexName } from '../search-clients.ts'
import { isDone, type Operations } from './operations.ts'

const synonym = { objectID: 'reds', type: 'synonym' as const, synonyms: ['reds', 'manchester united'] }

/** Synonyms, dictionaries, keys, sources and logs. Names that one case covers are together. */
export const managementOperations: Operations = {
  addApiKey: [
    (client) => client.addApiKey({ acl: ['search'], description: 'For the kiosk' }),
    { key: expect.stringMatching(/^[0-9a-f]{32}$/) as string },
  ],
  'appendSource getSources deleteSource': [
    async (client) => {
      await client.appendSource({ source: '127.0.0.0/8', description: 'This machine' })
      const sources = await client.getSources()
      await client.deleteSource({ source: '127.0.0.0/8' })
      return { sources, left: await client.getSources() }
    },
    { sources: [{ source: '127.0.0.0/8', description: 'This machine' }], left: [] },
  ],
  replaceSources: [
    async (client) => {
      await client.replaceSources({ source: [{ source: '127.0.0.0/8' }] })
      const sources = await client.getSources()
      await client.replaceSources({ source: [] })
      return { sources }
    },
    { sources: [{ source: '127.0.0.0/8' }] },
  ],
  'batchDictionaryEntries searchDictionaryEntries': [
    async (client) => {
      await client.batchDictionaryEntries({
        dictionaryName: 'plurals',
        batchDictionaryEntriesParams: {
          clearExistingDictionaryEntries: true,
          requests: [
            { action: 'addEntry', body: { objectID: '1', language: 'de', words: ['platz', 'plätze'] } },
          ],
        },
      })
      return client.searchDictionaryEntries({
        dictionaryName: 'plurals',
        searchDictionaryEntriesParams: { query: 'pla', language: 'de' },
      })
    },
    { hits: [{ objectID: '1', language: 'de', type: 'custom' }], nbHits: 1, page: 0, nbPages: 1 },
  ],
  browseSynonyms: [
    async (client) => {
      const ids: string[] = []
      await client.saveSynonyms({ indexName, synonymHit: [synonym] })
      await client.browseSynonyms({
        indexName,
        aggregator: ({ hits }) => void ids.push(...hits.map(({ objectID }) => objectID)),
      })
      return ids
    },
    ['reds'],
  ],
  'saveSynonyms clearSynonyms': [
    async (client) => {
      await client.saveSynonyms({ indexName, synonymHit: [synonym] })
      await client.clearSynonyms({ indexName })
      return client.searchSynonyms({ indexName })
    },
    { hits: [], nbHits: 0 },
  ],
  'deleteApiKey restoreApiKey': [
    async (client) => {
      const { key } = await client.addApiKey({ acl: ['search'] })
      await client.deleteApiKey({ key })
      const deleted = await client.waitForApiKey({ operation: 'delete', key })
      await client.restoreApiKey({ key })
      return { deleted, restored: await client.waitForApiKey({ operation: 'add', key }) }
    },
    { deleted: undefined, restored: { acl: ['search'], validity: 0 } },
  ],
  deleteSynonym: [
    async (client) => {
      await client.saveSynonyms({ indexName, synonymHit: [synonym] })
      return client.deleteSynonym({ indexName, objectID: 'reds' })
    },
    isDone,
  ],
  getDictionaryLanguages: [
    (client) => client.getDictionaryLanguages(),
    { en: { plurals: {}, stopwords: {}, compounds: {} } },
  ],
  getLogs: [
    async (client) => {
      await client.saveObject({ indexName, body: { objectID: '9' } })
      return client.getLogs({ length: 1, indexName, type: 'build' })
    },
    { logs: [{ method: 'POST', answer_code: '201', index: indexName, url: `/1/indexes/${indexName}` }] },
  ],
  getSynonym: [
    async (client) => {
      await client.saveSynonyms({ indexName, synonymHit: [synonym] })
      return client.getSynonym({ indexName, objectID: 'reds' })
    },
    synonym,
  ],
  saveSynonym: [
    (client) => client.saveSynonym({ indexName, objectID: 'reds', synonymHit: synonym }),
    { ...isDone, id: 'reds' },
  ],
  searchSynonyms: [
    async (client) => {
      await client.saveSynonyms({ indexName, synonymHit: [synonym], replaceExistingSynonyms: true })
      return client.searchSynonyms({ indexName, searchSynonymsParams: { query: 'red', type: 'synonym' } })
    },
    { hits: [{ objectID: 'reds' }], nbHits: 1 },
  ],
  'setDictionarySettings getDictionarySettings': [
    async (client) => {
      await client.setDictionarySettings({ disableStandardEntries: { stopwords: { fr: true } } })
      return client.getDictionarySettings()
    },
    { disableStandardEntries: { plurals: null, stopwords: { fr: true }, compounds: null } },
  ],
  updateApiKey: [
    async (client) => {
      const { key } = await client.addApiKey({ acl: ['search'] })
      const apiKey = { acl: ['search' as const, 'browse' as const], maxHitsPerQuery: 5 }
      await client.updateApiKey({ key, apiKey })
      return client.waitForApiKey({ operation: 'update', key, apiKey })
    },
    { acl: ['search', 'browse'], maxHitsPerQuery: 5 },
  ],
  'searchRules browseRules clearRules deleteRule': [
    async (client) => {
      await client.clearRules({ indexName })
      await client.deleteRule({ indexName, objectID: 'any' })
      return client.searchRules({ indexName })
    },
    { hits: [], nbHits: 0 },
  ],
}
