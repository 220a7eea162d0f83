import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'

const openFlags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW
/** Names files of an opened folder, wherever its path leads meanwhile. Other systems, for development, go by the path. */
const openFiles = process.platform === 'linux' ? '/proc/self/fd' : undefined

/** The path of a name in the folder. */
export type RealFolder = (name?: string) => string

/**
 * Works in a folder that people can change, and cannot replace with a link to another one meanwhile.
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
