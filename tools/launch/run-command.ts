import { explain, UserError, whenStopped } from './user-error.ts'

/** Runs a command and ends this process. An error is printed and sets the exit code; the user can stop `run`. */
export async function runCommand(run: (stopping: AbortSignal) => Promise<void>): Promise<never> {
  try {
    await run(whenStopped({ quiet: true }))
  } catch (error) {
    console.error(explain(error))
    process.exitCode = 1
  }
  // The signal listeners would keep the process alive.
  process.exit()
}

/** @throws UserError with the problem and the usage if `read` rejects the arguments. */
export function readArguments<T>(usage: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new UserError(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}
