import { createBackgroundLoop, type BackgroundLoop } from '#api/shared/concurrency/background-loop.ts'
import { scanDropFolder, type DropFolderDeps } from './drop-folder.ts'

const intervalMs = 5000

/** Takes files from the drop folder, in every process with the role `worker`. Without a folder it does nothing. */
export function createDropFolderWatcher(
  deps: DropFolderDeps & { config: { dropDir: string | undefined } },
): BackgroundLoop {
  const { dropDir } = deps.config
  return createBackgroundLoop({
    intervalMs,
    work: async () => (dropDir === undefined ? 0 : scanDropFolder(deps, dropDir)),
    onError: (error) => deps.logger.warn({ err: error }, 'the drop folder could not be read'),
  })
}
