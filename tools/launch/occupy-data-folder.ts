import { tryOccupyDataFolder, type Occupancy } from './data-folder.ts'
import { endProcess, pause } from './process-identity.ts'
import { printStep } from './terminal.ts'

interface DataFolderRequest {
  /** The command, such as `npm start`. */
  command: string
  serves: boolean
  stopping: AbortSignal
}

/**
 * Locks the data folder for a launcher, waiting for commands that end by themselves. Returns `undefined` with a
 * message if Terrace already runs there. Children of a killed launcher are ended.
 */
export async function occupyDataFolder(
  folder: string,
  { command, serves, stopping }: DataFolderRequest,
): Promise<Occupancy | undefined> {
  let lastNotice = ''
  for (;;) {
    stopping.throwIfAborted()
    const taking = tryOccupyDataFolder(folder, command, serves)
    if (taking.state === 'taken') {
      for (const orphan of taking.orphans) {
        printStep('server', `stopping process ${orphan.pid}, left running by an interrupted start`)
        if (!(await endProcess(orphan, 'SIGTERM', 10_000))) await endProcess(orphan, 'SIGKILL', 5000)
      }
      return taking.occupancy
    }
    const { occupant } = taking
    if (occupant.serves) {
      const where = occupant.url ? `runs at ${occupant.url}` : 'is starting'
      console.log(`Terrace already ${where} (process ${occupant.launcher.pid}, data in ${folder}).`)
      return undefined
    }
    const now = `waiting for "${occupant.command}" (process ${occupant.launcher.pid}), which uses the database`
    if (now !== lastNotice) printStep('database', now)
    lastNotice = now
    await pause(200)
  }
}
