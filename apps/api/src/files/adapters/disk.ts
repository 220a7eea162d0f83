import type { FilesFailure, FileStore } from '../file-store.port.ts'
import { createDriveStore } from './drive-store.ts'

/** Files in a folder of this machine, which nobody but its user may read. */
export function createDiskStore(folder: string, onFailure: (failure: FilesFailure) => void): FileStore {
  return createDriveStore(async () => {
    const [{ Disk }, { LastingDriver }] = await Promise.all([
      import('flydrive'),
      import('./lasting-driver.ts'),
    ])
    return new Disk(new LastingDriver({ location: folder, visibility: 'private' }))
  }, onFailure)
}
