import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { algoliasearch } from 'algoliasearch'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { propertiesOf, schemaOf } from '../test/algolia/contract.ts'
import { exceptions, ignoredParameters, localOperations } from '../test/official/exceptions.ts'
import { managementOperations } from '../test/official/management-operations.ts'
import { recordOperations } from '../test/official/record-operations.ts'
import { startSearchApp, type SearchApp } from '../test/search-app.ts'
import { fillTeamsIndex, indexName, searchClients, searchKeys } from '../test/search-clients.ts'

/** Every operation of the official client works, or is listed in `exceptions.ts` and the README with the reason. */

const operations = { ...recordOperations, ...managementOperations }

let app: SearchApp
beforeAll(async () => {
  app = await startSearchApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await fillTeamsIndex(searchClients(app).full())
  await searchClients(app).full().clearSynonyms({ indexName })
})

test.each(Object.entries(operations))('%s works', async (_name, [run, result]) => {
  const received = await run(searchClients(app).full())
  if (Array.isArray(result) && typeof result[0] !== 'object') expect(received).toEqual(result)
  else expect(received).toMatchObject(result as object)
})

test('accountCopyIndex copies settings, synonyms and records to another application', async () => {
  const other = await startSearchApp({ appId: 'OTHER' })
  // The client uses one host for both applications.
  const front = createServer((request, response) => {
    const isOther = request.headers['x-algolia-application-id'] === 'OTHER'
    const { server } = isOther ? other.app : app.app
    server.emit('request', request, response)
  })
  await new Promise<void>((done) => {
    front.listen(0, '127.0.0.1', done)
  })
  const { port } = front.address() as { port: number }
  const hosts = [{ url: `127.0.0.1:${port}`, accept: 'readWrite' as const, protocol: 'http' as const }]
  const client = algoliasearch(searchKeys.app, searchKeys.admin, { hosts })
  const synonymHit = { objectID: '1', type: 'synonym' as const, synonyms: ['blues', 'city'] }
  try {
    await client.saveSynonym({ indexName, objectID: '1', synonymHit })
    await client.accountCopyIndex({
      sourceIndexName: indexName,
      destinationAppID: 'OTHER',
      destinationApiKey: searchKeys.admin,
      destinationIndexName: 'copied',
    })
    const copied = algoliasearch('OTHER', searchKeys.admin, { hosts })
    expect(await copied.getSettings({ indexName: 'copied' })).toMatchObject({ customRanking: ['asc(price)'] })
    const found = await copied.searchSingleIndex({ indexName: 'copied', searchParams: { query: 'blues' } })
    expect(found.hits.map(({ objectID }) => objectID)).toEqual(['3'])
  } finally {
    front.close()
    front.closeAllConnections()
    await other.close()
  }
})

test('every other operation of the client is an exception with a reason', () => {
  const client = searchClients(app).full()
  const names = Object.entries(client)
    .filter(([name, value]) => typeof value === 'function' && !name.endsWith('WithHTTPInfo'))
    .map(([name]) => name)
  const tested = Object.keys(operations).flatMap((key) => key.split(' '))
  const covered = [...tested, 'accountCopyIndex', ...localOperations, ...Object.keys(exceptions)]
  expect(covered.toSorted()).toEqual(names.toSorted())
})

test('the README lists the exceptions with the same reasons', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const lines = Map.groupBy(Object.entries(exceptions), ([, reason]) => reason)
  for (const [reason, entries] of lines) {
    expect(readme).toContain(`| ${entries.map(([name]) => `\`${name}\``).join(', ')} | ${reason} |`)
  }
})

test('the README lists the parameters without effect, all of which are published ones', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const published = ['searchParamsObject', 'indexSettings']
    .flatMap((schema) => propertiesOf(schemaOf(schema)))
    .map(([name]) => name)
  for (const [reason, names] of Object.entries(ignoredParameters)) {
    expect(readme).toContain(`| ${names.map((name) => `\`${name}\``).join(', ')} | ${reason} |`)
    expect(published).toEqual(expect.arrayContaining([...names]))
  }
})

test('unsupported operations fail instead of pretending to work', async () => {
  const client = searchClients(app).full()
  const rule = { objectID: '1', consequence: { params: { query: 'x' } } }
  await expect(client.saveRule({ indexName, objectID: '1', rule })).rejects.toMatchObject({
    status: 400,
    message: 'Rules are not supported',
  })
  await expect(client.saveRules({ indexName, rules: [rule] })).rejects.toMatchObject({ status: 400 })
  for (const call of [client.getRule({ indexName, objectID: '1' }), client.listClusters()]) {
    await expect(call).rejects.toMatchObject({ name: 'ApiError', status: 404 })
  }
})
