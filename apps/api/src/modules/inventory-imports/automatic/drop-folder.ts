import { lstat, mkdir, readdir } from 'node:fs/promises'
import type { ImportDeps } from '../imports/import-deps.ts'
import { isSellingTeam } from '../imports/selling-team.repo.ts'
import { findProfile } from '../profiles/profiles.repo.ts'
import { problemOfFile, tooManyText } from './dropped-file-problems.ts'
import { maxWaitingBytes, maxWaitingFiles } from './file-quota.repo.ts'
import { moveUnlessGone, refuseFile, removeOld, unlessGone } from './move-dropped-files.ts'
import { inRealFolder, type ProfileFolder, type RealFolder } from './real-folder.ts'
import { settleMs } from './receive-dropped-file.ts'
import { unexpectedFileText, workOnClaim } from './work-on-claim.ts'

/*
 * DROP_DIR/<team>/<profile>/: a file that is renamed into it is claimed by moving it into a new folder of working/, which only
 * one process can do, and moved to done/ or refused/ when its import has been read. The name of that folder is the key of the
 * import, so that a process that is killed in between, or two that work on one file, make one import.
 */

const ownFolders = new Set(['done', 'refused', 'working'])
const unfinished = /^\.|\.(?:tmp|part|partial|filepart|crdownload)$/i
const claimName = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

export interface DropFolderDeps extends ImportDeps {
  logger: { warn(details: object, message: string): void }
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
  of: Pick<ProfileFolder, 'teamId' | 'profileId'>,
  team: { bytes: number },
): Promise<number> {
  for (const name of ownFolders) await unlessGone(mkdir(incoming(name)), ['EEXIST'])
  return inRealFolder(incoming('working'), (working) =>
    inRealFolder(incoming('done'), (done) =>
      inRealFolder(incoming('refused'), async (refused) => {
        const folder: ProfileFolder = { incoming, working, done, refused, ...of }
        let moved = await refuseUnexpected(deps, folder)
        moved += await claimFiles(deps, folder, team)
        for (const [at, claim] of (await foldersIn(working(), claimName)).entries())
          await unlessBroken(deps, { ...of, claim }, async () => {
            moved +=
              (await unlessGone(
                inRealFolder(working(claim), (files) =>
                  workOnClaim(deps, folder, { claim, files, isWithinLimit: at < maxWaitingFiles }),
                ),
              )) ?? 0
          })
        for (const place of [done, refused]) await removeOld(place)
        return moved
      }),
    ),
  )
}

/** Refuses everything in working/ that is not a claim. What others put into claims is checked with its claim. */
async function refuseUnexpected(deps: DropFolderDeps, folder: ProfileFolder): Promise<number> {
  const entries = await readdir(folder.working(), { withFileTypes: true })
  const unexpected = entries.filter((entry) => !(entry.isDirectory() && claimName.test(entry.name)))
  let moved = 0
  for (const { name } of unexpected)
    await unlessBroken(deps, { teamId: folder.teamId, profileId: folder.profileId, name }, async () => {
      if (await refuseFile(folder.refused, folder.working(name), name, unexpectedFileText)) moved += 1
    })
  return moved
}

async function claimFiles(
  deps: DropFolderDeps,
  folder: ProfileFolder,
  team: { bytes: number },
): Promise<number> {
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
      const isWithinLimit = claimed + at < maxWaitingFiles && team.bytes <= maxWaitingBytes
      const problem = problemOfFile(name, found) ?? (isWithinLimit ? undefined : tooManyText)
      const isMoved =
        problem === undefined
          ? await claimFile(folder, path, name)
          : await refuseFile(folder.refused, path, name, problem)
      if (isMoved) moved += 1
    })
  }
  return moved
}

async function claimFile({ working }: ProfileFolder, path: string, name: string): Promise<boolean> {
  const claim = working(crypto.randomUUID())
  await mkdir(claim)
  return (await unlessGone(inRealFolder(claim, (files) => moveUnlessGone(path, files(name))))) ?? false
}
