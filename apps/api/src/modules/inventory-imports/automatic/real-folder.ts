import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'

const openFlags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW
/** Paths below it lead to an opened folder, even if its own path is replaced. Systems without it, for development, use the path. */
const openFiles = process.platform === 'linux' ? '/proc/self/fd' : undefined

/** The path of a name in the folder. */
export type RealFolder = (name?: string) => string

/** The drop folder of a profile, with the folders in it. */
export interface ProfileFolder {
  incoming: RealFolder
  working: RealFolder
  done: RealFolder
  refused: RealFolder
  teamId: string
  profileId: string
}

/**
 * Works in a folder to which sellers can write. Replacing it with a link in the meantime has no effect.
 * @throws ENOTDIR or ELOOP when the path is a link
 */
export async function inRealFolder<Result>(
  path: string,
  work: (folder: RealFolder) => Promise<Result>,
): Promise<Result> {
  const handle = await open(path, openFlags)
  try {
    const root = openFiles === undefined ? path : join(openFiles, String(handle.fd))
    return await work((name = '.') => `${root}/${name}`)
  } finally {
    await handle.close()
  }
}
