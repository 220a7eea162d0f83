import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allScheduledJobs } from '#api/jobs/scheduled-jobs.ts'
import { buildTestApp, type TestApp } from '../harness/build-test-app.ts'
import * as kept from './audited-changes.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

const lists = [
  kept.routes,
  kept.commands,
  kept.orderCommands,
  kept.accountCommandsKept,
  kept.dataKeyCommands,
  kept.otherChanges,
  kept.jobs,
]
const all = lists.flatMap((list) => Object.entries(list))

test('every route that may change something says how the change is kept', () => {
  const changing = [...app.mounted.values()].filter(({ method }) => method !== 'GET')
  expect(Object.keys(kept.routes).toSorted()).toEqual(changing.map(({ name }) => name).toSorted())
})

test('every job that may change something says how the change is kept', () => {
  const names = allScheduledJobs(app.deps).map(({ name }) => name)
  expect(Object.keys(kept.jobs).toSorted()).toEqual(names.filter((name) => !kept.isCleaning(name)).toSorted())
})

test('a test shows every entry of the audit log', async () => {
  const missing: string[] = []
  for (const [name, how] of all) {
    if (!('entries' in how)) continue
    const shown = await readFile(new URL(`../../${how.shownIn}`, import.meta.url), 'utf8')
    const absent = how.entries.filter((kind) => !shown.includes(kind))
    missing.push(...absent.map((kind) => `${name}: ${kind} in ${how.shownIn}`))
  }
  expect(missing).toEqual([])
})

test('changes without an entry are in rows that exist', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'`.execute(app.db)
  const tables = rows.map(({ name }) => name)
  for (const [name, how] of all) if ('record' in how) expect(tables, name).toContain(how.record)
})
