import pg from 'pg'
import type { TestProject } from 'vitest/node'
import {
  startTemporaryPostgres,
  type TemporaryPostgres,
} from '../../../../tools/launch/temporary/temporary-postgres.ts'
import { migrate } from '#api/db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the test server with a role that may create databases. */
    testServerUrl: string
    /** The same with a superuser. */
    testSuperuserUrl: string
    /** Migrated, empty database that test databases are copied from. */
    templateDatabase: string
  }
}

const templateDatabase = 'terrace_template'
let server: TemporaryPostgres | undefined

/** Starts one PostgreSQL per test run with a migrated template database. */
export async function setup(project: TestProject): Promise<void> {
  server = await startTemporaryPostgres()
  const admin = new pg.Client({ connectionString: server.databaseUrl })
  await admin.connect()
  await admin.query(`create database ${templateDatabase}`)
  await admin.end()
  const template = new URL(server.databaseUrl)
  template.pathname = `/${templateDatabase}`
  await migrate({ databaseUrl: template.href })
  project.provide('testServerUrl', server.databaseUrl)
  project.provide('testSuperuserUrl', server.superuserUrl)
  project.provide('templateDatabase', templateDatabase)
}

export async function teardown(): Promise<void> {
  await server?.remove()
}
