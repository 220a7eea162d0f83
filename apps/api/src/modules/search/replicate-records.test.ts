import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { createIndexes } from '@terrace/search-engine/engine/indexes'
import { createRecordReplicator } from './replicate-records.ts'

/** Writes over HTTP are stored before they are searchable. */

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
  await sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
    create trigger refuse before insert or update on search_records
      for each row when (new.object_id like 'refused%') execute function refuse();
    create trigger refuse_settings before insert or update on search_indexes
      for each row when (new.settings -> 'userData' ? 'refused') execute function refuse()`.execute(app.db)
})
afterAll(() => app.close())

async function send(path: string, body: unknown, on = app, method: 'POST' | 'PUT' = 'POST') {
  const response = await on.app.inject({
    method,
    url: `/1/indexes/${path}?x-algolia-application-id=EMBEDDED&x-algolia-api-key=test-admin-key`,
    payload: JSON.stringify(body),
  })
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() }
}

const add = (index: string, ...ids: string[]) =>
  send(`${index}/batch`, {
    requests: ids.map((objectID) => ({
      action: 'addObject',
      body: { objectID, title: `Found ${objectID}` },
    })),
  })

async function idsIn(index: string, on = app): Promise<string[]> {
  const { body } = await send(`${index}/query`, { query: '' }, on)
  const hits = (body['hits'] ?? []) as { objectID: string }[]
  return hits.map(({ objectID }) => objectID).toSorted()
}

test('records that the database rejects are not searchable, nor is the rest of their request', async () => {
  await add('kept', 'one')
  expect((await add('kept', 'two', 'refused')).status).toBe(500)
  expect(await idsIn('kept')).toEqual(['one'])
  expect((await add('unmade', 'refused')).status).toBe(500)
  expect((await send('unmade/query', {})).status).toBe(404)
  expect((await send('kept/settings', { userData: { refused: true } }, app, 'PUT')).status).toBe(500)
  await add('source', 'three')
  await send('source/batch', {
    requests: [{ action: 'clear' }, { action: 'addObject', body: { objectID: 'refused' } }],
  })
  expect(await idsIn('source')).toEqual(['three'])
})

test('a process that dies between storing and indexing loses nothing', async () => {
  const { db, outbox, logger } = { ...app.deps, logger: app.app.log }
  const dying = createRecordReplicator({ db, outbox, logger, indexes: createIndexes(() => new Date()) })
  await dying.persist([
    { index: 'left', records: new Map([['last', { objectID: 'last', title: 'Last words' }]]) },
  ])
  const next = await buildTestApp({ databaseUrl: app.deps.config.databaseUrl })
  try {
    expect(await idsIn('left', next)).toEqual(['last'])
  } finally {
    await next.close()
  }
})

test('concurrent writes to one record run one after the other', async () => {
  await send('counted/batch', { requests: [{ action: 'addObject', body: { objectID: 'sum', total: 0 } }] })
  const increment = { total: { _operation: 'Increment', value: 1 } }
  await Promise.all(Array.from({ length: 20 }, () => send('counted/sum/partial', increment)))
  const { body } = await send('counted/query', { query: '' })
  expect(body['hits']).toMatchObject([{ objectID: 'sum', total: 20 }])
})
