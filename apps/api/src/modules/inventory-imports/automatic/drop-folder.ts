import type { Stats } from 'node:fs'
import { lstat, mkdir, readdir } from 'node:fs/promises'
import { maxInventoryFileBytes } from '@terrace/contracts/inventory-profiles'
import type { ImportDeps } from '../imports/import-deps.ts'
import { findImportOfDelivery } from '../imports/imports.repo.ts'
import { isSellingTeam } from '../imports/selling-team.repo.ts'
import { findProfile } from '../profiles/profiles.repo.ts'
import {
  datedName,
  moveUnlessGone,
  refuseFile,
  removeIfEmpty,
  removeOld,
  unlessGone,
} from './move-dropped-files.ts'
import { inRealFolder, type RealFolder } from './real-folder.ts'
import { receiveDroppedFile, settleMs } from './receive-dropped-file.ts'

/*
 * DROP_DIR/<team>/<profile>/: a file that is renamed into it is claimed by moving it into a new folder of working/, which only
 * one process can do, and moved to done/ or refused/ when its import has been read. The name of that folder is the key of the
 * import, so that a process that is killed in between, or two that work on one file, make one import.
 */

const maxWaitingFiles = 100
const maxTeamBytes = 1024 ** 3
const ownFolders = new Set(['done', 'refused', 'working'])
const unfinished = /^\.|\.(?:tmp|part|partial|filepart|crdownload)$/i
const usableName = /^[\p{L}\p{N}_][\p{L}\p{N}_ .()+,-]{0,149}$/u
const usableType = /\.(?:csv|tsv|txt|xlsx)$/i

export interface DropFolderDeps extends ImportDeps {
  logger: { warn(details: object, message: string): void }
}

interface Folder {
  incoming: RealFolder
  working: RealFolder
  done: RealFolder
  refused: RealFolder
  teamId: string
  profileId: string
}

/** Takes new files of all teams, and moves those whose import has been read to done/ or refused/. Returns how many it moved. */
export async function scanDropFolder(deps: DropFolderDeps, root: string): Promise<number> {
  let moved = 0
  for (const teamId of await foldersIn(root, /^tm_[\w-]+$/)) {
    if (!(await isSellingTeam(deps.db, teamId))) continue
    const team = { bytes: 0 }
    await unlessBroken(deps, { teamId }, () =>
      inRealFolder(`${root}/${teamId}`, async (ofTeam) => {
        for (const profileId of await foldersIn(ofTeam(), /^ipf_[\w-]+$/)) {
          if (!(await findProfile(deps.db, teamId, profileId))) continue
          await unlessBroken(deps, { teamId, profileId }, () =>
            inRealFolder(ofTeam(profileId), async (incoming) => {
              moved += await scanProfile(deps, incoming, { teamId, profileId }, team)
            }),
          )
        }
      }),
    )
  }
  return moved
}

/** Logs an error instead of throwing it, so that one broken folder or file does not stop the others. */
async function unlessBroken(deps: DropFolderDeps, about: object, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    deps.logger.warn({ err: error, ...about }, 'a drop folder could not be read')
  }
}

async function foldersIn(path: string, names: RegExp): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true })
  // A link to a folder does not count as one.
  return entries.filter((entry) => entry.isDirectory() && names.test(entry.name)).map(({ name }) => name)
}

async function scanProfile(
  deps: DropFolderDeps,
  incoming: RealFolder,
  of: Pick<Folder, 'teamId' | 'profileId'>,
  team: { bytes: number },
): Promise<number> {
  for (const name of ownFolders) await unlessGone(mkdir(incoming(name)), ['EEXIST'])
  return inRealFolder(incoming('working'), (working) =>
    inRealFolder(incoming('done'), (done) =>
      inRealFolder(incoming('refused'), async (refused) => {
        const folder: Folder = { incoming, working, done, refused, ...of }
        let moved = await claimFiles(deps, folder, team)
        for (const claim of await foldersIn(working(), /^[\da-f-]{36}$/))
          await unlessBroken(deps, { ...of, claim }, async () => {
            if (
              await unlessGone(
                inRealFolder(working(claim), (files) => workOnClaim(deps, folder, { claim, files })),
              )
            )
              moved += 1
          })
        for (const place of [done, refused]) await removeOld(place)
        return moved
      }),
    ),
  )
}

async function claimFiles(deps: DropFolderDeps, folder: Folder, team: { bytes: number }): Promise<number> {
  const names = await readdir(folder.incoming())
  const claimed = (await readdir(folder.working())).length
  const waiting = names.filter((name) => !ownFolders.has(name) && !unfinished.test(name))
  let moved = 0
  for (const [at, name] of waiting.toSorted().entries()) {
    await unlessBroken(deps, { teamId: folder.teamId, profileId: folder.profileId, name }, async () => {
      const path = folder.incoming(name)
      const found = await unlessGone(lstat(path))
      if (!found || found.isDirectory() || Date.now() - found.mtimeMs < settleMs) return
      team.bytes += found.size
      const problem = problemOf(name, found, claimed + at, team.bytes)
      const isMoved =
        problem === undefined
          ? await claimFile(folder, path, name)
          : await refuseFile(folder.refused, path, name, problem)
      if (isMoved) moved += 1
    })
  }
  return moved
}

async function claimFile({ working }: Folder, path: string, name: string): Promise<boolean> {
  const claim = working(crypto.randomUUID())
  await mkdir(claim)
  return (await unlessGone(inRealFolder(claim, (files) => moveUnlessGone(path, files(name))))) ?? false
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

/** Returns whether its file was moved. */
async function workOnClaim(
  deps: DropFolderDeps,
  folder: Folder,
  { claim, files }: { claim: string; files: RealFolder },
): Promise<boolean> {
  const [name] = await readdir(files())
  if (name === undefined) {
    // Another process that is about to fill it claims the file again later.
    await removeIfEmpty(folder.working(claim))
    return false
  }
  const sourceKey = `drop:${claim}`
  const inventoryImport = await findImportOfDelivery(deps.db, folder.profileId, sourceKey)
  if (!inventoryImport) {
    const problem = await receiveDroppedFile(deps, folder, { path: files(name), name, sourceKey })
    return problem !== undefined && refuseFile(folder.refused, files(name), name, problem)
  }
  if (inventoryImport.state === 'refused')
    return refuseFile(folder.refused, files(name), name, inventoryImport.problem ?? 'The file was refused')
  if (['received', 'parsed', 'matched'].includes(inventoryImport.state)) return false
  return moveUnlessGone(files(name), folder.done(datedName(name)))
}
