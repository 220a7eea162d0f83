import { takeDataFolder, type Occupancy } from './data-folder.ts'
import { endProcess, pause } from './process-identity.ts'
import { say } from './terminal.ts'

interface Wish {
  /** What the user called, as `npm start`. */
  command: string
  serves: boolean
  stopping: AbortSignal
}

/**
 * Takes the data folder for a launcher. Waits for a command that ends by itself; where Terrace is served from the
 * folder already, says so and answers `undefined`. Processes that a killed launcher left behind are ended.
 */
export async function moveIn(
  folder: string,
  { command, serves, stopping }: Wish,
): Promise<Occupancy | undefined> {
  let told = ''
  for (;;) {
    stopping.throwIfAborted()
    const taking = takeDataFolder(folder, command, serves)
    if (taking.state === 'taken') {
      for (const orphan of taking.orphans) {
        say('server', `process ${orphan.pid} was left running by a start that was killed: it is ended`)
        if (!(await endProcess(orphan, 'SIGTERM', 10_000))) await endProcess(orphan, 'SIGKILL', 5000)
      }
      return taking.occupancy
    }
    const { occupant } = taking
    if (occupant.serves) {
      const where = occupant.address ? `runs at ${occupant.address}` : 'is starting'
      console.log(`Terrace already ${where} (process ${occupant.launcher.pid}, data in ${folder}).`)
      return undefined
    }
    const now = `"${occupant.command}" (process ${occupant.launcher.pid}) uses the database: waiting for its end`
    if (now !== told) say('database', now)
    told = now
    await pause(200)
  }
}
