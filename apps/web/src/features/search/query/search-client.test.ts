import { browserConfig } from '@terrace/contracts/config'
import { expect, test } from 'vitest'
import { testEnv } from '#web/test/test-env.ts'
import { createSearchClient } from './search-client.ts'

const page = 'https://terrace.example:8443'
const searchConfig = testEnv.search
const hostsOf = (config: Partial<Parameters<typeof createSearchClient>[0]>) =>
  createSearchClient({ ...searchConfig, ...config }, page).transporter.hosts

test.each([
  ['`appId` is missing.', { app_id: '' }],
  ['`apiKey` is missing.', { api_key: '' }],
])('[SEARCH-08] the client fails to start: %s', (message, missing) => {
  expect(() => createSearchClient({ ...searchConfig, ...missing }, page)).toThrow(message)
})

test('[CONST-14] the client uses the public key from the configuration', () => {
  expect(createSearchClient(searchConfig, page)).toMatchObject({
    appId: 'EMBEDDED',
    apiKey: 'test-search-key',
  })
})

test("the embedded search uses the page's origin unless one is configured", () => {
  const at = (url: string, protocol: string) => [{ url, protocol, accept: 'readWrite' }]
  expect(hostsOf({})).toEqual(at('terrace.example:8443', 'https'))
  expect(hostsOf({ origin: 'http://search.example' })).toEqual(at('search.example', 'http'))
})

test('the hosted search uses the hosts of its application', () => {
  const hosts = hostsOf({ provider: 'algolia', app_id: 'A1B2C3' })
  expect(hosts.map(({ url }) => url)).toContain('A1B2C3-dsn.algolia.net')
})

test.each([
  ['[SEARCH-09] without an analytics region', {}, true],
  ['[SEARCH-09] the analytics region de', { analytics_region: 'de' }, true],
  ['[SEARCH-09] the analytics region us', { analytics_region: 'us' }, true],
  ['[SEARCH-09] the analytics region eu', { analytics_region: 'eu' }, false],
  ['[SEARCH-10] the personalization region us', { personalization_region: 'us' }, true],
  ['[SEARCH-10] the personalization region de', { personalization_region: 'de' }, false],
  ['[SEARCH-10] without a personalization region', { personalization_region: undefined }, false],
])('%s', (_, regions, isAccepted) => {
  const config = { ...testEnv, search: { ...searchConfig, ...regions } }
  expect(browserConfig.safeParse(config).success).toBe(isAccepted)
})
