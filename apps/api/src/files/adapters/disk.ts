import type { FileStoreFailure, FileStore } from '../file-store.port.ts'
import { createFlyDriveStore } from './flydrive-store.ts'

/** Stores files in a local folder that only the server's user can read. */
export function createDiskStore(folder: string, onFailure: (failure: FileStoreFailure) => void): FileStore {
  return createFlyDriveStore(async () => {
    const [{ Disk }, { DurableDiskDriver }] = await Promise.all([
      import('flydrive'),
      import('./durable-disk-driver.ts'),
    ])
    return new Disk(new DurableDiskDriver({ location: folder, visibility: 'private' }))
  }, onFailure)
}
