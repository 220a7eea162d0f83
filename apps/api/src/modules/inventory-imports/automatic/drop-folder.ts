import { constants, type Stats } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, unlink, writeFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { maxInventoryFileBytes } from '@terrace/contracts/inventory-profiles'
import { serverActor } from '#api/audit/actor.ts'
import { AppError } from '#api/shared/app-error.ts'
import type { ImportDeps } from '../jobs/import-deps.ts'
import { findImportOfDelivery } from '../jobs/imports.repo.ts'
import { receiveFile } from '../jobs/receive-file.ts'
import { findProfile } from '../profiles/profiles.repo.ts'
import { isSellingTeam } from './automatic-imports.repo.ts'

/*
 * DROP_DIR/<team>/<profile>/: a file that is renamed into it is claimed by renaming it into working/, which only one process
 * can do, and moved to done/ or refused/ when its import has been read. The claimed name is the key of the import, so that a
 * process that is killed in between, or two that work on one file, make one import.
 */

/** Files that were written to so lately may not be complete. */
const settleMs = 5000
const maxWaitingFiles = 100
const maxTeamBytes = 1024 ** 3
const keptDays = 30
const ownFolders = new Set(['done', 'refused', 'working'])
const unfinished = /^\.|\.(?:tmp|part|partial|filepart|crdownload)$/i
const usableName = /^[\p{L}\p{N}_][\p{L}\p{N}_ .()+,-]{0,149}$/u
const usableType = /\.(?:csv|tsv|txt|xlsx)$/i

export interface DropFolderDeps extends ImportDeps {
  logger: { warn(details: object, message: string): void }
}

interface Folder {
  path: string
  teamId: string
  profileId: string
}

/** Takes new files of all teams, and files away those whose import has been read. Returns how many it moved. */
export async function scanDropFolder(deps: DropFolderDeps, root: string): Promise<number> {
  let moved = 0
  for (const teamId of await foldersIn(root, /^tm_[\w-]+$/)) {
    if (!(await isSellingTeam(deps.db, teamId))) continue
    const team = { bytes: 0 }
    for (const profileId of await foldersIn(join(root, teamId), /^ipf_[\w-]+$/)) {
      const folder = { path: join(root, teamId, profileId), teamId, profileId }
      if (!(await findProfile(deps.db, teamId, profileId))) continue
      try {
        for (const name of ownFolders) await mkdir(join(folder.path, name), { recursive: true })
        moved += await claimFiles(folder, team)
        moved += await workOnClaimed(deps, folder)
        await removeOld(folder)
      } catch (error) {
        // One folder with wrong permissions must not stop the others.
        deps.logger.warn({ err: error, teamId, profileId }, 'a drop folder could not be read')
      }
    }
  }
  return moved
}

async function foldersIn(path: string, names: RegExp): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true })
  // A link to a folder is no folder.
  return entries.filter((entry) => entry.isDirectory() && names.test(entry.name)).map(({ name }) => name)
}

async function claimFiles(folder: Folder, team: { bytes: number }): Promise<number> {
  const names = (await readdir(folder.path)).filter((name) => !ownFolders.has(name) && !unfinished.test(name))
  let moved = 0
  for (const [at, name] of names.toSorted().entries()) {
    const path = join(folder.path, name)
    const found = await unlessGone(lstat(path))
    if (!found || found.isDirectory() || Date.now() - found.mtimeMs < settleMs) continue
    team.bytes += found.size
    const problem = problemOf(name, found, at, team.bytes)
    if (problem === undefined) {
      const claimed = `${crypto.randomUUID()}~${name}`
      if (await moveUnlessGone(path, join(folder.path, 'working', claimed))) moved += 1
    } else if (await refuse(folder, path, name, problem)) moved += 1
  }
  return moved
}

function problemOf(name: string, file: Stats, at: number, teamBytes: number): string | undefined {
  const { size } = file
  if (!file.isFile() || file.nlink > 1)
    return 'This is a link. Copy the file itself, and rename it into the folder'
  if (!usableName.test(name))
    return 'The name has characters that are not allowed. Use letters, digits, spaces, dots and dashes'
  if (!usableType.test(name)) return 'The name must end in .csv, .tsv, .txt or .xlsx'
  if (size === 0) return 'The file is empty'
  if (size > maxInventoryFileBytes)
    return 'The file is larger than 200 MB. Split it and import the parts by id'
  if (at >= maxWaitingFiles || teamBytes > maxTeamBytes)
    return 'Too many files wait: at most 100 in a folder, and 1 GB of a team'
  return undefined
}

async function workOnClaimed(deps: DropFolderDeps, folder: Folder): Promise<number> {
  let moved = 0
  for (const claimed of await readdir(join(folder.path, 'working'))) {
    const path = join(folder.path, 'working', claimed)
    const name = claimed.replace(/^[^~]*~/, '')
    const sourceKey = `drop:${claimed}`
    const job = await findImportOfDelivery(deps.db, folder.profileId, sourceKey)
    if (!job) {
      if (await receive(deps, folder, { path, name, sourceKey })) moved += 1
    } else if (job.state === 'refused') {
      if (await refuse(folder, path, name, job.problem ?? 'The file was refused')) moved += 1
    } else if (!['received', 'parsed', 'matched'].includes(job.state)) {
      if (await moveUnlessGone(path, join(folder.path, 'done', datedName(name)))) moved += 1
    }
  }
  return moved
}

/** Returns whether the file was moved, because it cannot be received. */
async function receive(
  deps: DropFolderDeps,
  folder: Folder,
  { path, name, sourceKey }: { path: string; name: string; sourceKey: string },
): Promise<boolean> {
  // A link that took the place of the file is not followed, and a pipe does not block.
  const file = await unlessGone(open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK))
  if (!file) return false
  try {
    const { mtime, size } = await file.stat()
    await receiveFile(deps, {
      teamId: folder.teamId,
      profileId: folder.profileId,
      fileName: name,
      madeAt: mtime,
      eventId: null,
      actor: { ...serverActor, teamId: folder.teamId },
      chunks: unchangedBytes(file, { mtimeMs: mtime.getTime(), size }),
      source: 'drop',
      sourceKey,
    })
    return false
  } catch (error) {
    if (error instanceof ChangedWhileRead) return await moveUnlessGone(path, join(folder.path, name))
    // The store or the database failed: the file stays, and is received later.
    if (!(error instanceof AppError) || error.status >= 500) throw error
    return await refuse(folder, path, name, error.title)
  } finally {
    await file.close()
  }
}

class ChangedWhileRead extends Error {}

/** @throws `ChangedWhileRead` when the file is written to meanwhile; nothing of it is stored then */
async function* unchangedBytes(
  file: FileHandle,
  before: { mtimeMs: number; size: number },
): AsyncGenerator<Uint8Array> {
  yield* file.createReadStream({ autoClose: false })
  const after = await file.stat()
  if (Math.floor(after.mtimeMs) !== before.mtimeMs || after.size !== before.size) throw new ChangedWhileRead()
}

async function refuse(folder: Folder, path: string, name: string, reason: string): Promise<boolean> {
  const target = join(
    folder.path,
    'refused',
    datedName(name.replaceAll(/[^\p{L}\p{N}_ .()+,-]/gu, '_').slice(0, 150)),
  )
  await writeFile(`${target}.reason.txt`, `${reason}\n`)
  if (await moveUnlessGone(path, target)) return true
  // Another process moved it, with a reason of its own.
  await unlink(`${target}.reason.txt`)
  return false
}

const datedName = (name: string) => `${new Date().toISOString().replaceAll(/[:.]/g, '-')}~${name}`

async function removeOld(folder: Folder): Promise<void> {
  const oldest = new Date(Date.now() - keptDays * 86_400_000).toISOString().slice(0, 10)
  for (const place of ['done', 'refused'])
    for (const name of await readdir(join(folder.path, place)))
      if (/^\d{4}-\d{2}-\d{2}T/.test(name) && name.slice(0, 10) < oldest)
        await unlessGone(unlink(join(folder.path, place, name)))
}

async function moveUnlessGone(from: string, to: string): Promise<boolean> {
  return (await unlessGone(rename(from, to).then(() => true))) ?? false
}

/** Another process may have taken the file. A link where a file is expected counts as gone, too. */
async function unlessGone<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ELOOP'))
      return undefined
    throw error
  }
}
