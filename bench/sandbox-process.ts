import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pause } from '../tools/launch/processes/process-identity.ts'
import { sandboxUrl, sandboxVariables, type SandboxSettings } from '../tools/launch/sandbox-settings.ts'
import { startServer } from './worker.ts'

/** Starts the payment sandbox that a server on `serverPort` uses, and waits until it is ready. */
export async function startSandbox(
  settings: SandboxSettings,
  { dataFolder, serverPort }: { dataFolder: string; serverPort: number },
): Promise<{ end: () => Promise<void> }> {
  const logFile = join(dataFolder, 'sandbox.log')
  const sandbox = startServer('apps/sandbox/src/main.ts', {
    env: { ...sandboxVariables(settings, `http://127.0.0.1:${serverPort}`), LOG_LEVEL: 'warn' },
    log: openSync(logFile, 'w'),
  })
  let ended: string | undefined
  void sandbox.ended.then((how) => (ended = how))
  while (!(await isReady(settings))) {
    if (ended !== undefined)
      throw new Error(`The sandbox ${ended}. Its log:\n${readFileSync(logFile, 'utf8').slice(-4000)}`)
    await pause(25)
  }
  return { end: () => sandbox.stop() }
}

async function isReady(settings: SandboxSettings): Promise<boolean> {
  try {
    return (await fetch(`${sandboxUrl(settings)}/health`)).ok
  } catch {
    // Not listening yet.
    return false
  }
}
