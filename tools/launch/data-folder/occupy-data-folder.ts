import { tryOccupyDataFolder, type Occupancy, type Occupant } from './data-folder.ts'
import { endProcess, pause } from '../processes/process-identity.ts'
import { printStep } from '../terminal.ts'

interface DataFolderRequest {
  /** The command, such as `npm start`. */
  command: string
  serves: boolean
  stopping: AbortSignal
}

export interface OccupiedFolder extends Occupancy {
  /** Whether an interrupted start used the folder before, whose server may still end. */
  hasPredecessor: boolean
}

/** A launcher notices within this time that the command which started it was killed. */
const noticeMs = 500
/** Long enough for running payments to finish. */
const orphanTimeoutMs = 30_000

/**
 * Locks the data folder for a launcher, waiting for commands that end by themselves. Returns `undefined` with a
 * message if Terrace already runs there. Children of a killed launcher are ended.
 */
export async function occupyDataFolder(
  folder: string,
  { command, serves, stopping }: DataFolderRequest,
): Promise<OccupiedFolder | undefined> {
  let lastNotice = ''
  let isRunningSince: number | undefined
  let hasWaited = false
  for (;;) {
    stopping.throwIfAborted()
    const taking = tryOccupyDataFolder(folder, command, serves)
    if (taking.state === 'taken') {
      for (const orphan of taking.orphans) {
        printStep('server', `stopping process ${orphan.pid}, left running by an interrupted start`)
        if (!(await endProcess(orphan, 'SIGTERM', orphanTimeoutMs))) await endProcess(orphan, 'SIGKILL', 5000)
      }
      return { ...taking.occupancy, hasPredecessor: taking.hasPredecessor || hasWaited }
    }
    const { occupant } = taking
    if (occupant.serves && !occupant.isStopping) {
      isRunningSince ??= performance.now()
      if (performance.now() - isRunningSince > noticeMs) {
        const where = occupant.url ? `runs at ${occupant.url}` : 'is starting'
        console.log(`Terrace already ${where} (process ${occupant.launcher.pid}, data in ${folder}).`)
        return undefined
      }
    } else {
      const notice = noticeOf(occupant)
      if (notice !== lastNotice) printStep('database', notice)
      lastNotice = notice
      hasWaited = true
    }
    await pause(100)
  }
}

function noticeOf({ command, launcher, isStopping }: Occupant): string {
  return isStopping
    ? `waiting for process ${launcher.pid} of an earlier start to end`
    : `waiting for "${command}" (process ${launcher.pid}), which uses the database`
}
