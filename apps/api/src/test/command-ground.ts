import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { openDatabase, type Db } from '../db/client.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

interface Outcome {
  code: number
  out: string
  error: string
}

interface CommandGround {
  /** A database of its own for each test, and a folder for its files. */
  readonly db: Db
  readonly folder: string
  /** Runs a command as the terminal does, on the test's database. */
  run(
    command: 'import' | 'seed' | 'admin',
    args: readonly string[],
    env?: Record<string, string>,
  ): Promise<Outcome>
}

/** The ground of tests that run commands. */
export function commandGround(): CommandGround {
  let database: TestDatabase
  let folder: string
  let db: Db
  beforeEach(async () => {
    database = await createTestDatabase()
    folder = await mkdtemp(join(tmpdir(), 'terrace-cli-'))
    db = openDatabase({ url: database.databaseUrl, poolSize: 2 }).db
  })
  afterEach(async () => {
    await db.destroy()
    await database.drop()
    await rm(folder, { recursive: true })
  })
  return {
    get db() {
      return db
    },
    get folder() {
      return folder
    },
    run: (command, args, env = {}) =>
      new Promise((resolve) => {
        const file = new URL(`../cli/${command}.ts`, import.meta.url).pathname
        const options = { env: { ...process.env, DATABASE_URL: database.databaseUrl, ...env } }
        const child = execFile(process.execPath, [file, ...args], options, (_, out, error) =>
          resolve({ code: child.exitCode ?? -1, out, error }),
        )
      }),
  }
}
