import { expect, test } from 'vitest'
import { startSearchApp } from '../test/search-app.ts'
import { searchClients } from '../test/search-clients.ts'
import type { IndexWrite } from './request-context.ts'

test('writes are persisted before they are visible, and a failed write changes nothing', async () => {
  const persisted: IndexWrite[] = []
  let isBroken = false
  const app = await startSearchApp({
    persist: async (writes) => {
      if (isBroken) throw new Error('The disk is full')
      expect(app.indexes.find('teams')?.store.size ?? 0).toBe(persisted.length)
      persisted.push(...writes)
    },
  })
  try {
    const client = searchClients(app).full()
    await client.saveObjects({ indexName: 'teams', objects: [{ objectID: '1', title: 'Ajax' }] })
    await client.saveObjects({ indexName: 'teams', objects: [{ objectID: '2', title: 'Benfica' }] })
    expect(persisted.flatMap(({ records }) => [...(records?.keys() ?? [])])).toEqual(['1', '2'])
    isBroken = true
    const response = await app.app.inject({
      method: 'PUT',
      url: '/1/indexes/teams/3?x-algolia-application-id=EMBEDDED&x-algolia-api-key=test-admin-key',
      payload: JSON.stringify({ title: 'Celtic' }),
    })
    expect(response.statusCode).toBe(500)
    expect(response.json()).toEqual({ message: 'Internal server error', status: 500 })
    expect(app.indexes.find('teams')?.store.ids()).toEqual(['1', '2'])
  } finally {
    await app.close()
  }
})
