import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { dataFolderOf } from '../data-folder/data-folder.ts'
import { migrateDatabase } from '../database/database.ts'
import { commandFlags } from '../server-flags.ts'
import { printStep, secondsSince } from '../terminal.ts'
import { readArguments, runCommand } from '../run-command.ts'
import { UserError } from '../user-error.ts'
import { restore } from './restore.ts'

const usage = `Usage: DATA_DIR=<new folder> npm run restore -- <folder of backups> [--to <time>] [--send-waiting-emails]
  --to 2026-11-28T01:23:45Z  restores the state of that time instead of the latest one
  --send-waiting-emails      sends emails that waited at that time, even if they may have been sent since`

await runCommand(run)

async function run(stopping: AbortSignal): Promise<void> {
  const { from, until, sendsEmails } = readOptions()
  const dataFolder = dataFolderOf()
  if (process.env['DATABASE_URL'])
    throw new UserError(
      'DATABASE_URL is set: its database is restored with its server’s own tools. Then run `npm run restore:settle`. See "Backups" in docs/guides/operations.md.',
    )
  await restore({
    from,
    dataFolder,
    until,
    printLine: printStep,
    async settle({ databaseUrl, dataFolder: restored }) {
      stopping.throwIfAborted()
      await migrateDatabase(databaseUrl)
      await settle({
        databaseUrl,
        dataFolder: restored,
        args: sendsEmails ? ['--send-waiting-emails'] : [],
        stopping,
      })
    },
  })
  console.log(
    `\nRestored into ${dataFolder} in ${secondsSince()}. Start it: DATA_DIR=${dataFolder} npm start`,
  )
}

/** Compares the restored database with its ledger and the payment gateway. */
function settle({
  databaseUrl,
  dataFolder,
  args,
  stopping,
}: {
  databaseUrl: string
  dataFolder: string
  args: string[]
  stopping: AbortSignal
}): Promise<void> {
  const script = resolve(import.meta.dirname, '../../../apps/api/src/cli/settle-restored.ts')
  const { DATABASE_DIRECT_URL: _, ...env } = process.env
  const child = spawn(process.execPath, [...commandFlags, script, ...args], {
    env: { ...env, DATABASE_URL: databaseUrl, DATA_DIR: dataFolder },
    stdio: 'inherit',
  })
  stopping.addEventListener('abort', () => child.kill('SIGTERM'), { once: true })
  return new Promise((done, failed) => {
    child.once('error', failed)
    child.once('exit', (code) =>
      code === 0
        ? done()
        : failed(new UserError('The restored database could not be checked. Nothing was restored.')),
    )
  })
}

function readOptions(): { from: string; until: Date | undefined; sendsEmails: boolean } {
  return readArguments(usage, () => {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { to: { type: 'string' }, 'send-waiting-emails': { type: 'boolean', default: false } },
    })
    const [from, ...rest] = positionals
    if (from === undefined || rest.length > 0) throw new Error('name one folder of backups')
    return {
      from: resolve(process.env['INIT_CWD'] ?? process.cwd(), from),
      until: values.to === undefined ? undefined : readTime(values.to),
      sendsEmails: values['send-waiting-emails'],
    }
  })
}

function readTime(text: string): Date {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)
    ? new Date(text)
    : undefined
  if (!time || Number.isNaN(time.getTime()))
    throw new Error('--to: must be a time with its zone, such as 2026-11-28T01:23:45Z')
  return time
}
