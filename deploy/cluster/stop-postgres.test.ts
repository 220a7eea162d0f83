import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stopPostgres } from './stop-postgres.ts'

let folder: string
let server: ChildProcess | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'terrace-stop-postgres-'))
})
afterEach(async () => {
  if (server?.exitCode === null && server.signalCode === null) {
    server.kill('SIGKILL')
    await once(server, 'exit')
  }
  server = undefined
  rmSync(folder, { recursive: true })
})

/** A process that looks like a PostgreSQL on the folder and ignores these signals. */
async function startServer(ignored: readonly NodeJS.Signals[]): Promise<ChildProcess> {
  const script = `for (const signal of ${JSON.stringify(ignored)}) process.on(signal, () => {})
    setInterval(() => {}, 1000)
    console.log('ready')`
  server = spawn(process.execPath, ['-e', script, 'postgres', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (server.stdout) await once(server.stdout, 'data')
  writeFileSync(join(folder, 'postmaster.pid'), `${server.pid}\n`)
  return server
}

test('a server that ignores the first signal gets the next one', async () => {
  await startServer(['SIGINT'])
  await stopPostgres(folder, [
    ['SIGINT', 50],
    ['SIGQUIT', 20_000],
  ])
  await expect.poll(() => server?.signalCode).toBe('SIGQUIT')
})

test('a server that does not end is an error, so that its data are not deleted', async () => {
  await startServer(['SIGINT', 'SIGQUIT'])
  const ending = stopPostgres(folder, [
    ['SIGINT', 50],
    ['SIGQUIT', 50],
  ])
  await expect(ending).rejects.toThrow(`still uses ${folder}. Nothing was deleted or moved.`)
})

test('a folder without a running server needs nothing', async () => {
  await stopPostgres(folder, [['SIGQUIT', 50]])
  writeFileSync(join(folder, 'postmaster.pid'), '2147483646\n')
  await stopPostgres(folder, [['SIGQUIT', 50]])
})
