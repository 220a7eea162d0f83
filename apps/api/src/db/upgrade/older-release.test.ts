import { afterEach, beforeEach, expect, test } from 'vitest'
import { countThings, createSqlFolder, type SqlFolder } from '#api/test/harness/sql-folder.ts'
import { migrate } from '../migrate.ts'
import { describePlan } from './describe-plan.ts'
import { planUpgrade } from './plan-upgrade.ts'

const old = countThings('count(*)')
const changed = countThings('7::bigint + count(*)')
const added = countThings('count(*)').replace('count_things', 'added_later')

let files: SqlFolder
beforeEach(async () => {
  files = await createSqlFolder('create table things (id integer)')
})
afterEach(() => files.close())

async function writeRelease(release: 4 | 5): Promise<void> {
  await files.write('functions/things/count_things.sql', release === 4 ? old : changed)
  if (release === 5) await files.write('functions/things/added_later.sql', added)
  else await files.remove('functions/things/added_later.sql').catch(() => undefined)
}

/** Starts a process of the release; returns what it applied and printed. */
async function start(release: 4 | 5, options: { replacesNewer?: boolean } = {}) {
  await writeRelease(release)
  const notices: string[] = []
  const applied = await migrate({
    ...files.options,
    ...options,
    release,
    onNotice: (text) => void notices.push(text),
  })
  return { applied, notices }
}

async function count(): Promise<number> {
  const { rows } = await files.client.query<{ count: string }>('select count_things() as count')
  return Number(rows[0]?.count)
}

test('a process of an older release starts and leaves the functions of the newer one', async () => {
  await start(4)
  await start(5)
  expect(await start(4)).toEqual({
    applied: [],
    notices: [expect.stringContaining('release 5 installed; this is release 4')],
  })
  expect(await count()).toBe(7)
  expect(await start(5)).toEqual({ applied: [], notices: [] })
})

test('a newer release that changes no function is newer all the same', async () => {
  await start(4)
  await writeRelease(4)
  await migrate({ ...files.options, release: 5 })
  await files.write('functions/things/count_things.sql', changed)
  expect(await migrate({ ...files.options, release: 4 })).toEqual([])
})

test('the same release installs what changed', async () => {
  await start(5)
  await files.write('functions/things/count_things.sql', countThings('9::bigint'))
  expect(await migrate({ ...files.options, release: 5 })).toEqual(['functions/things/count_things.sql'])
})

test('an operator can install the functions of an older release, until the newer one starts again', async () => {
  await start(4)
  await start(5)
  expect(await start(4, { replacesNewer: true })).toEqual({
    applied: ['functions/things/count_things.sql'],
    notices: [],
  })
  expect(await count()).toBe(0)
  expect(await start(4)).toEqual({ applied: [], notices: [] })
  expect((await start(5)).applied).toContain('functions/things/count_things.sql')
  expect(await count()).toBe(7)
})

test('the check says that an older release leaves the functions', async () => {
  await start(5)
  await writeRelease(4)
  const { isSafe, lines } = describePlan(await planUpgrade({ ...files.options, release: 4 }))
  expect(isSafe).toBe(true)
  expect(lines[0]).toBe('kept: the functions, views and triggers of release 5, which is newer')
})
