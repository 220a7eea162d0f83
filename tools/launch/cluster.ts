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
import { endProcess } from './process-identity.ts'
import { findPostgresBinaries, program } from './postgres-binaries.ts'
import { readPostmaster } from './postmaster-file.ts'
import { chooseServerUser, mayEnter, openPlaceFor, type ServerUser } from './server-user.ts'

/** A database cluster on disk, ready to be started. */
export interface Cluster {
  folder: string
  binaries: string
  user: ServerUser | undefined
  password: string
  created: boolean
}

export const applicationRole = 'terrace'
const superuser = 'postgres'

type Say = (line: string) => void

/** Finds or makes the cluster of a data folder; says in one line each what is out of the ordinary. */
export async function openCluster(dataFolder: string, say: Say): Promise<Cluster> {
  mkdirSync(dataFolder, { recursive: true })
  const password = readPassword(dataFolder)
  const inData = join(dataFolder, 'postgres')
  const user = chooseServerUser(inData)
  const found = await findPostgresBinaries()
  const binaries = user ? await reachableBinaries(found.root, found.version, user, say) : found.root
  const folder = user ? reachableFolder(dataFolder, inData, user, say) : inData
  // The password's mark tells whether a cluster outside the data folder belongs to this data folder's present life.
  const mark = createHash('sha256').update(password).digest('hex')
  if (existsSync(join(folder, 'PG_VERSION'))) {
    if (folder === inData || readMark(folder) === mark)
      return { folder, binaries, user, password, created: false }
    const left = readPostmaster(folder)
    if (left) await endProcess(left.identity, 'SIGQUIT', 10_000)
    rmSync(folder, { recursive: true, force: true })
  }
  await createCluster({ folder, binaries, user, password })
  if (folder !== inData) writeFileSync(markFile(folder), mark)
  return { folder, binaries, user, password, created: true }
}

async function createCluster({ folder, binaries, user, password }: Omit<Cluster, 'created'>): Promise<void> {
  // Made beside its place and renamed when whole, so that a kill in between leaves nothing that looks finished.
  // Under a name of its own: the initdb of a launcher that was killed may still be writing into the last one.
  removeUnfinished(folder)
  const unfinished = `${folder}.new-${randomBytes(4).toString('hex')}`
  mkdirSync(unfinished, { mode: 0o700 })
  const passwordFile = `${folder}.password`
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (user) for (const path of [unfinished, passwordFile]) chownSync(path, user.uid, user.gid)
  const options = { ...identityOf(user), cwd: unfinished, env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' } }
  try {
    // The built-in provider sorts and compares alike on every system, whatever locales are installed.
    const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--encoding=UTF8']
    const access = ['--auth=scram-sha-256', `--username=${superuser}`, `--pwfile=${passwordFile}`]
    const args = [`--pgdata=${unfinished}`, ...locale, ...access, '--no-instructions']
    await promisify(execFile)(program(binaries, 'initdb'), args, options)
    // One statement a line is what single-user mode reads; it needs no connection and no superuser later on.
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
    throw new Error(`The database could not be created in ${folder}`, { cause: error })
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
      // Somebody still writes there; the next new cluster, if there ever is one, removes it.
    }
  }
}

/** What `spawn` needs to run a program under the server's account. */
export function identityOf(user: ServerUser | undefined): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {}
}

function readPassword(dataFolder: string): string {
  const file = join(dataFolder, 'database-password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx' })
  return readFileSync(file, 'utf8').trim()
}

async function reachableBinaries(root: string, version: string, user: ServerUser, say: Say): Promise<string> {
  if (mayEnter(user, '/', program(root, 'postgres'))) return root
  const copy = join(openPlaceFor(root), `postgresql-${version}`)
  if (existsSync(copy)) return copy
  say(
    `${user.name}, who runs PostgreSQL, may not enter the project's folder: the programs are copied to ${copy}`,
  )
  const unfinished = `${copy}.new-${randomBytes(4).toString('hex')}`
  await cp(root, unfinished, { recursive: true, verbatimSymlinks: true })
  await rename(unfinished, copy)
  return copy
}

function reachableFolder(dataFolder: string, inData: string, user: ServerUser, say: Say): string {
  // Our own folder may be opened; the folders above it are not ours.
  chmodSync(dataFolder, 0o755)
  if (mayEnter(user, dataFolder)) return inData
  if (existsSync(join(inData, 'PG_VERSION'))) {
    throw new Error(
      `${user.name}, who runs PostgreSQL, may not enter ${dataFolder}, where the data lies. Open the folders above it (chmod o+x), or start with TERRACE_DATA=<another folder>.`,
    )
  }
  const folder = join(openPlaceFor(dataFolder), 'postgres')
  say(`${user.name}, who runs PostgreSQL, may not enter ${dataFolder}: the database is kept in ${folder}`)
  return folder
}

function markFile(folder: string): string {
  return `${folder}.belongs-to`
}

function readMark(folder: string): string | undefined {
  return existsSync(markFile(folder)) ? readFileSync(markFile(folder), 'utf8') : undefined
}
