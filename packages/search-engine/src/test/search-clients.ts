import { algoliasearch } from 'algoliasearch'
import { liteClient } from 'algoliasearch/lite'

/** The official clients, unmodified, connected to a local port, and a small sample index. */

export const searchKeys = { app: 'EMBEDDED', search: 'test-search-key', admin: 'test-admin-key' }

export function searchClients({ port }: { port: number }) {
  const hosts = [{ url: `127.0.0.1:${port}`, accept: 'readWrite' as const, protocol: 'http' as const }]
  // The client's own limit of 2 s to connect is too short for a busy machine.
  const timeouts = { connect: 60_000, read: 60_000, write: 60_000 }
  return {
    lite: (key = searchKeys.search) => liteClient(searchKeys.app, key, { hosts, timeouts }),
    full: (key = searchKeys.admin) => algoliasearch(searchKeys.app, key, { hosts, timeouts }),
  }
}

export const indexName = 'words'
export const sampleTeams = [
  {
    objectID: '1',
    title: 'Atlético Madrid',
    city: 'Madrid',
    price: 10,
    tags: ['red', 'white'],
    exchanges: [1, 4],
  },
  { objectID: '2', title: 'Manchester United', city: 'Manchester', price: 20, tags: ['red'], exchanges: [2] },
  { objectID: '3', title: 'Manchester City', city: 'Manchester', price: 30, tags: ['blue'] },
]

/** Resets the sample index. */
export async function fillTeamsIndex(client: ReturnType<typeof algoliasearch>): Promise<void> {
  await client.clearObjects({ indexName })
  await client.setSettings({
    indexName,
    indexSettings: {
      searchableAttributes: ['title', 'city'],
      attributesForFaceting: ['searchable(city)', 'tags', 'filterOnly(price)'],
      customRanking: ['asc(price)'],
    },
  })
  const [{ taskID } = { taskID: 0 }] = await client.saveObjects({ indexName, objects: sampleTeams })
  await client.waitForTask({ indexName, taskID })
}
