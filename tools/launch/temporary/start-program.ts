import { spawn, type SpawnOptions } from 'node:child_process'
import { pause } from '../processes/process-identity.ts'

const readyMs = 10_000

/**
 * Starts a server for one run of tests or benchmarks and waits until `isReady`. The result kills it, as in a crash; it
 * also ends with this process.
 * @throws when it exits, or is not ready after 10 seconds
 */
export async function startProgram(
  program: string,
  args: readonly string[],
  { isReady, ...options }: SpawnOptions & { isReady: () => Promise<boolean> },
): Promise<() => Promise<void>> {
  const child = spawn(program, args, { ...options, stdio: 'ignore' })
  const ended = new Promise<void>((done) => {
    child.once('exit', () => done())
    child.once('error', () => done())
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const deadline = performance.now() + readyMs
  while (!(await isReady())) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error(`${program} failed to start`)
    await pause(20)
  }
  return async () => {
    process.off('exit', kill)
    kill()
    await ended
  }
}
