import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#api/test/build-test-app.ts'
import { createIndexes } from './engine/indexes.ts'
import { createWrittenKeeper } from './keep-written.ts'

/** What is written by HTTP is in the database before it can be found. */

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
  await sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
    create trigger refuse before insert or update on search_records
      for each row when (new.object_id like 'refused%') execute function refuse();
    create trigger refuse_settings before insert or update on search_indexes
      for each row when (new.settings ? 'refused') execute function refuse()`.execute(app.db)
})
afterAll(() => app.close())

async function ask(path: string, body: unknown, on = app, method: 'POST' | 'PUT' = 'POST') {
  const response = await on.app.inject({
    method,
    url: `/1/indexes/${path}?x-algolia-application-id=EMBEDDED&x-algolia-api-key=test-admin-key`,
    payload: JSON.stringify(body),
  })
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() }
}

const add = (index: string, ...ids: string[]) =>
  ask(`${index}/batch`, {
    requests: ids.map((objectID) => ({
      action: 'addObject',
      body: { objectID, title: `Found ${objectID}` },
    })),
  })

async function idsIn(index: string, on = app): Promise<string[]> {
  const { body } = await ask(`${index}/query`, { query: '' }, on)
  const hits = (body['hits'] ?? []) as { objectID: string }[]
  return hits.map(({ objectID }) => objectID).toSorted()
}

test('what the database does not take is not found, nor anything else of its call', async () => {
  await add('kept', 'one')
  expect((await add('kept', 'two', 'refused')).status).toBe(500)
  expect(await idsIn('kept')).toEqual(['one'])
  expect((await add('unmade', 'refused')).status).toBe(500)
  expect((await ask('unmade/query', {})).status).toBe(404)
  expect((await ask('kept/settings', { refused: true }, app, 'PUT')).status).toBe(500)
  await add('source', 'three')
  await ask('source/batch', {
    requests: [{ action: 'clear' }, { action: 'addObject', body: { objectID: 'refused' } }],
  })
  expect(await idsIn('source')).toEqual(['three'])
})

test('a process that dies between keeping and showing has lost nothing', async () => {
  const { db, outbox, logger } = { ...app.deps, logger: app.app.log }
  const dying = createWrittenKeeper({ db, outbox, logger, indexes: createIndexes(() => new Date()) })
  await dying.keep([
    { index: 'left', records: new Map([['last', { objectID: 'last', title: 'Last words' }]]) },
  ])
  const next = await buildTestApp({ databaseUrl: app.deps.config.databaseUrl })
  try {
    expect(await idsIn('left', next)).toEqual(['last'])
  } finally {
    await next.close()
  }
})

test('writes to one record that come together are carried out one after the other', async () => {
  await ask('counted/batch', { requests: [{ action: 'addObject', body: { objectID: 'sum', total: 0 } }] })
  const increment = { total: { _operation: 'Increment', value: 1 } }
  await Promise.all(Array.from({ length: 20 }, () => ask('counted/sum/partial', increment)))
  const { body } = await ask('counted/query', { query: '' })
  expect(body['hits']).toMatchObject([{ objectID: 'sum', total: 20 }])
})
