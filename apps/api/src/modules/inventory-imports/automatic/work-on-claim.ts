import type { Stats } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { findImportOfDelivery } from '../imports/imports.repo.ts'
import type { InventoryImport } from '../imports/inventory-import.ts'
import type { ImportDeps } from '../imports/import-deps.ts'
import { problemOfFile, tooManyText } from './dropped-file-problems.ts'
import { datedName, moveUnlessGone, refuseFile, removeIfEmpty, unlessGone } from './move-dropped-files.ts'
import type { ProfileFolder, RealFolder } from './real-folder.ts'
import { receiveDroppedFile } from './receive-dropped-file.ts'

export const unexpectedFileText =
  'The folder working/ is only for files that are being imported. Rename the file into the folder above it'

interface Claim {
  claim: string
  files: RealFolder
  /** False if working/ has more claims than files may wait. */
  isWithinLimit: boolean
}

/**
 * Receives the file of a claim, or moves it once its import has been read. Sellers can write to the claim, too: its file is
 * checked again, and what does not belong there is refused. Returns how many files it moved.
 */
export async function workOnClaim(
  deps: ImportDeps,
  folder: ProfileFolder,
  { claim, files, isWithinLimit }: Claim,
): Promise<number> {
  const names = await readdir(files())
  if (names.length === 0) {
    // Another process that is about to fill it claims the file again later.
    await removeIfEmpty(folder.working(claim))
    return 0
  }
  const sourceKey = `drop:${claim}`
  const inventoryImport = await findImportOfDelivery(deps.db, folder.profileId, sourceKey)
  let moved = 0
  for (const name of names) {
    const path = files(name)
    const found = await unlessGone(lstat(path))
    if (!found) continue
    const problem = await problemOfClaimed(name, found)
    if (problem === undefined) moved += (await moveIfRead(path, name)) ? 1 : 0
    else if (await refuseFile(folder.refused, path, name, problem)) moved += 1
  }
  return moved

  async function problemOfClaimed(name: string, found: Stats): Promise<string | undefined> {
    if (inventoryImport)
      return isFileOf(inventoryImport, name, found) ? refusalOf(inventoryImport) : unexpectedFileText
    if (names.length > 1) return unexpectedFileText
    const problem = problemOfFile(name, found) ?? (isWithinLimit ? undefined : tooManyText)
    return problem ?? receiveDroppedFile(deps, folder, { path: files(name), name, sourceKey })
  }

  async function moveIfRead(path: string, name: string): Promise<boolean> {
    if (!inventoryImport || unreadStates.has(inventoryImport.state)) return false
    return moveUnlessGone(path, folder.done(datedName(name)))
  }
}

const unreadStates: ReadonlySet<string> = new Set(['received', 'parsed', 'matched'])

/** Whether it is the file that was imported, not one that was put in its place. */
const isFileOf = ({ fileName, fileBytes, fileMadeAt }: InventoryImport, name: string, file: Stats): boolean =>
  name === fileName && file.size === fileBytes && file.mtime.getTime() === fileMadeAt.getTime()

function refusalOf({ state, problem }: InventoryImport): string | undefined {
  return state === 'refused' ? (problem ?? 'The file was refused') : undefined
}
