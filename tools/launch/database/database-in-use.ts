import { readOccupant } from '../data-folder/data-folder.ts'
import { startPostgres, type RunningPostgres } from './embedded-postgres.ts'
import { occupyDataFolder } from '../data-folder/occupy-data-folder.ts'
import { isProcessRunning, pause } from '../processes/process-identity.ts'
import { printStep } from '../terminal.ts'

export interface UsedDatabase {
  server: RunningPostgres
  /** Whether it was started for this command, and perhaps has an older schema. */
  isOwn: boolean
  /** Stops a server that was started for this command. */
  release: () => Promise<void>
}

/** The running database of a data folder. If none runs, it starts one until `release`. */
export async function openDatabaseOf(dataFolder: string, stopping: AbortSignal): Promise<UsedDatabase> {
  for (;;) {
    const occupant = readOccupant(dataFolder)
    if (!occupant?.serves || !isProcessRunning(occupant.launcher)) break
    if (occupant.url) {
      const server = await startPostgres({ dataFolder, mustExist: true })
      return { server, isOwn: false, release: () => Promise.resolve() }
    }
    stopping.throwIfAborted()
    await pause(100)
  }
  const home = await occupyDataFolder(dataFolder, {
    command: process.env['npm_lifecycle_event'] ?? 'a command',
    serves: false,
    stopping,
  })
  if (!home) return openDatabaseOf(dataFolder, stopping)
  try {
    const server = await startPostgres({ dataFolder, printLine: (line) => printStep('database', line) })
    const release = async () => {
      await server.stop()
      home.release()
    }
    return { server, isOwn: true, release }
  } catch (error) {
    home.release()
    throw error
  }
}
