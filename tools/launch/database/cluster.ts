import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { cp, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { PermanentError } from '../user-error.ts'
import { endProcess } from '../processes/process-identity.ts'
import { findPostgresBinaries, program } from './postgres-binaries.ts'
import { readPostmaster } from './postmaster-file.ts'
import { chooseServerUser, canEnter, sharedFolderFor, type ServerUser } from './server-user.ts'

/** A database cluster on disk. */
export interface Cluster {
  folder: string
  binaries: string
  user: ServerUser | undefined
  password: string
  created: boolean
}

export const applicationRole = 'terrace'
/** Its password is that of the application's role. */
export const superuser = 'postgres'

const passwordName = 'database-password'

type PrintLine = (line: string) => void

/**
 * Finds or creates the cluster of a data folder and reports anything unusual.
 * @throws PermanentError if the cluster is missing and `mustExist`, or the data folder had one before
 */
export async function openCluster(
  dataFolder: string,
  { mustExist, printLine }: { mustExist: boolean; printLine: PrintLine },
): Promise<Cluster> {
  const inData = join(dataFolder, 'postgres')
  if (mustExist && !existsSync(join(dataFolder, passwordName))) throw lostDatabase(dataFolder, inData)
  mkdirSync(dataFolder, { recursive: true })
  const password = readPassword(dataFolder)
  const user = chooseServerUser(inData)
  const found = await findPostgresBinaries()
  const binaries = user ? await reachableBinaries(found.root, found.version, user, printLine) : found.root
  const folder = user ? reachableFolder(dataFolder, inData, user, printLine) : inData
  // The password's hash shows whether a cluster outside the data folder belongs to it.
  const passwordHash = createHash('sha256').update(password).digest('hex')
  const marker = join(dataFolder, 'database-created')
  const hasCluster = existsSync(join(folder, 'PG_VERSION'))
  if (hasCluster && (folder === inData || readOwnership(folder) === passwordHash)) {
    writeMarker(marker)
    return { folder, binaries, user, password, created: false }
  }
  if (mustExist || existsSync(marker)) throw lostDatabase(dataFolder, folder)
  if (hasCluster) {
    const existing = readPostmaster(folder)
    if (existing) await endProcess(existing.identity, 'SIGQUIT', 10_000)
    rmSync(folder, { recursive: true, force: true })
  }
  await createCluster({ folder, binaries, user, password })
  if (folder !== inData) writeFileSync(ownershipFile(folder), passwordHash, { flush: true })
  writeMarker(marker)
  return { folder, binaries, user, password, created: true }
}

/** An interrupted first start leaves a password without a cluster, so only a marker shows that one existed. */
function writeMarker(file: string): void {
  if (!existsSync(file))
    writeFileSync(file, 'If the database is missing, Terrace does not create an empty one.\n', {
      flush: true,
    })
}

function lostDatabase(dataFolder: string, folder: string): PermanentError {
  return new PermanentError(
    `The database in ${folder} is missing, and no empty one was created in its place.
To restore a backup into a new data folder and start it:
  DATA_DIR=<new folder> npm run restore -- <folder of backups>
  DATA_DIR=<new folder> npm start
If you moved the database, move it back. To start over with empty data, remove the whole data folder ${dataFolder}.`,
  )
}

async function createCluster({ folder, binaries, user, password }: Omit<Cluster, 'created'>): Promise<void> {
  // Created in a temporary folder and renamed when complete, so a kill leaves no partial cluster. The name is unique:
  // the initdb of a killed launcher may still write to an older one.
  removeUnfinished(folder)
  const unfinished = `${folder}.new-${randomBytes(4).toString('hex')}`
  mkdirSync(unfinished, { mode: 0o700 })
  const passwordFile = `${folder}.password`
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (user) for (const path of [unfinished, passwordFile]) chownSync(path, user.uid, user.gid)
  const options = { ...identityOf(user), cwd: unfinished, env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' } }
  try {
    // The built-in provider sorts equally on every system, regardless of installed locales.
    const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--encoding=UTF8']
    const access = ['--auth=scram-sha-256', `--username=${superuser}`, `--pwfile=${passwordFile}`]
    const args = [`--pgdata=${unfinished}`, ...locale, ...access, '--no-instructions']
    await promisify(execFile)(program(binaries, 'initdb'), args, options)
    // Single-user mode reads one statement per line and needs neither a connection nor a superuser later.
    const statements = [
      `create role ${applicationRole} login createdb password '${password}'`,
      `create database ${applicationRole} owner ${applicationRole}`,
    ]
    const single = promisify(execFile)(
      program(binaries, 'postgres'),
      ['--single', '-D', unfinished, 'postgres'],
      options,
    )
    single.child.stdin?.end(`${statements.join('\n')}\n`)
    const { stderr } = await single
    if (/\b(ERROR|FATAL|PANIC):/.test(stderr)) throw new Error(stderr)
  } catch (error) {
    throw new Error(`Cannot create the database in ${folder}`, { cause: error })
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(unfinished, folder)
}

function removeUnfinished(folder: string): void {
  const prefix = `${basename(folder)}.new-`
  for (const name of readdirSync(dirname(folder)).filter((entry) => entry.startsWith(prefix))) {
    try {
      rmSync(join(dirname(folder), name), { recursive: true, force: true })
    } catch {
      // Another process still writes there; the next new cluster removes it.
    }
  }
}

/** The uid and gid that `spawn` needs to run a program as the server's user. */
export function identityOf(user: ServerUser | undefined): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {}
}

function readPassword(dataFolder: string): string {
  const file = join(dataFolder, passwordName)
  if (!existsSync(file))
    writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx', flush: true })
  return readFileSync(file, 'utf8').trim()
}

async function reachableBinaries(
  root: string,
  version: string,
  user: ServerUser,
  printLine: PrintLine,
): Promise<string> {
  if (canEnter(user, '/', program(root, 'postgres'))) return root
  const copy = join(sharedFolderFor(root), `postgresql-${version}`)
  if (existsSync(copy)) return copy
  printLine(
    `the PostgreSQL user ${user.name} cannot read the project folder; the programs are copied to ${copy}`,
  )
  const unfinished = `${copy}.new-${randomBytes(4).toString('hex')}`
  await cp(root, unfinished, { recursive: true, verbatimSymlinks: true })
  await rename(unfinished, copy)
  return copy
}

function reachableFolder(dataFolder: string, inData: string, user: ServerUser, printLine: PrintLine): string {
  // Only our own folder may be opened; its parents are not ours.
  chmodSync(dataFolder, 0o755)
  if (canEnter(user, dataFolder)) return inData
  if (existsSync(join(inData, 'PG_VERSION'))) {
    throw new Error(
      `The PostgreSQL user ${user.name} cannot read the data folder ${dataFolder}. Open its parent folders (chmod o+x), or start with DATA_DIR=<another folder>.`,
    )
  }
  const folder = join(sharedFolderFor(dataFolder), 'postgres')
  printLine(`the PostgreSQL user ${user.name} cannot read ${dataFolder}; the database is stored in ${folder}`)
  return folder
}

function ownershipFile(folder: string): string {
  return `${folder}.belongs-to`
}

function readOwnership(folder: string): string | undefined {
  return existsSync(ownershipFile(folder)) ? readFileSync(ownershipFile(folder), 'utf8') : undefined
}
