import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { dataFolderOf } from '../data-folder/data-folder.ts'
import { printStep, secondsSince } from '../terminal.ts'
import { openDatabaseOf } from '../database/database-in-use.ts'
import { readArguments, runCommand } from '../run-command.ts'
import { UserError } from '../user-error.ts'
import { archiveOf, stopArchive } from './archive.ts'
import { backUp } from './back-up.ts'

const usage = `Usage: npm run backup -- <folder>            back up database, files and keys, and record changes from now on
       npm run backup -- --stop-recording   record no more changes`

await runCommand(run)

async function run(stopping: AbortSignal): Promise<void> {
  const { folder, isStopping } = readFolder()
  const dataFolder = dataFolderOf()
  if (process.env['DATABASE_URL']) throw new UserError(serverText(dataFolder))
  if (!existsSync(join(dataFolder, 'database-password')))
    throw new UserError(`There is no data in ${dataFolder}. DATA_DIR names the data folder.`)
  const { server, release } = await openDatabaseOf(dataFolder, stopping)
  try {
    if (isStopping) {
      const recorded = archiveOf(server.cluster)
      stopArchive(server.cluster)
      printStep(
        'changes',
        recorded === undefined ? 'were not recorded' : `are no longer recorded in ${recorded}`,
      )
      return
    }
    const { backup, recording } = await backUp(dataFolder, folder, server)
    const { databaseFiles, dataFiles, storedFiles } = backup
    const megabytes = databaseFiles.reduce((sum, { size }) => sum + size, 0) / 1e6
    printStep('database', `${megabytes.toFixed(0)} MB, complete at ${backup.finishedAt}`)
    printStep('files', filesText(storedFiles.length))
    printStep('keys', keysText(dataFiles.map(({ path }) => path)))
    printStep(
      'changes',
      'folder' in recording
        ? `are recorded in ${recording.folder} every minute`
        : `later ones are not in this folder: ${recording.problem}`,
    )
    console.log(`\nBacked up to ${join(folder, backup.name)} in ${secondsSince()}. To restore it:`)
    console.log(
      `DATA_DIR=<new folder> npm run restore -- ${folder}${'folder' in recording ? ` --to ${backup.finishedAt}` : ''}`,
    )
  } finally {
    await release()
  }
}

function readFolder(): { folder: string; isStopping: boolean } {
  return readArguments(usage, () => {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { 'stop-recording': { type: 'boolean', default: false } },
    })
    const [folder = '', ...rest] = positionals
    const isStopping = values['stop-recording']
    if (rest.length > 0 || (folder === '') !== isStopping)
      throw new Error(isStopping ? 'unexpected folder' : 'the folder is missing')
    return { folder: resolve(process.env['INIT_CWD'] ?? process.cwd(), folder), isStopping }
  })
}

function filesText(count: number): string {
  return process.env['FILE_STORE'] === 's3'
    ? 'tickets and documents are in the bucket of FILE_STORE=s3, which has its own backup (versioning)'
    : `${count} tickets and documents`
}

function keysText(paths: readonly string[]): string {
  if (process.env['DATA_ENCRYPTION_KEYS'])
    return 'not included: keep DATA_ENCRYPTION_KEYS and the other secrets of the environment elsewhere'
  return paths.includes('data-key.json')
    ? 'included; keep the backup secret'
    : 'the data folder has no data-key.json; the keys are where the server is configured'
}

function serverText(dataFolder: string): string {
  return `The database of DATABASE_URL is backed up with its server's own tools; see "Backups" in docs/guides/operations.md.
Files and keys are in ${dataFolder} (files, signed-documents, data-key.json), unless FILE_STORE and DATA_ENCRYPTION_KEYS say otherwise.`
}
