import { resolve } from 'node:path'
import { startChild, type Child } from './processes/child-process.ts'
import type { RunningPostgres } from './database/embedded-postgres.ts'
import type { RunningPart } from './processes/supervise-part.ts'
import { pause } from './processes/process-identity.ts'
import { sandboxUrl, sandboxVariables, serverVariables, type SandboxSettings } from './sandbox-settings.ts'
import { serverFlags } from './server-flags.ts'
import type { ServerLog } from './server-log.ts'
import { printStep, secondsSince } from './terminal.ts'
import { UserError } from './user-error.ts'
import { webBuildDir } from './web/web-build.ts'

const projectFolder = resolve(import.meta.dirname, '../..')
const databasePollMs = 250

export interface PartOptions {
  dev: boolean
  dataFolder: string
  host: string
  port: number
  stopping: AbortSignal
  /** Called with the new process at once, so that it is stopped and found even if this launcher is killed now. */
  onStart: (child: Child) => void
}

/** Starts the server on `port` and waits until it is ready. */
export async function startApi(
  { dev, dataFolder, host, stopping, onStart }: PartOptions,
  {
    databaseUrl,
    port,
    log,
    sandbox,
  }: { databaseUrl: string; port: number; log: ServerLog; sandbox: SandboxSettings | undefined },
): Promise<RunningPart> {
  const from = Date.now()
  const output = log.openOutput()
  const api = startChild({
    args: [...serverFlags, ...(dev ? ['--watch', '--watch-preserve-output'] : []), 'apps/api/src/main.ts'],
    env: {
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataFolder,
      PORT: String(port),
      HOST: host,
      NODE_ENV: dev ? 'development' : 'production',
      ...(dev ? {} : { WEB_BUILD_DIR: webBuildDir }),
      ...(sandbox && serverVariables(sandbox)),
    },
    cwd: projectFolder,
    onLine: output.write,
    followsParent: !dev,
  })
  onStart(api)
  await waitUntilReady(`${baseUrlOf(host, port)}/health/ready`, {
    child: api,
    stopping,
    lastOutput: output.tail,
  })
  printStep('server', `ready in ${secondsSince(from)}, log: ${log.file}`)
  return api
}

/** Starts the fake payment provider of the server on `serverPort`. */
export async function startSandbox(
  { host, stopping, onStart }: PartOptions,
  { settings, serverPort, log }: { settings: SandboxSettings; serverPort: number; log: ServerLog },
): Promise<RunningPart> {
  const from = Date.now()
  const output = log.openOutput()
  const sandbox = startChild({
    args: ['apps/sandbox/src/main.ts'],
    env: sandboxVariables(settings, baseUrlOf(host, serverPort)),
    cwd: projectFolder,
    onLine: output.write,
  })
  onStart(sandbox)
  await waitUntilReady(`${sandboxUrl(settings)}/health`, {
    child: sandbox,
    stopping,
    lastOutput: output.tail,
  })
  printStep('sandbox', `ready in ${secondsSince(from)}, log: ${log.file}`)
  return sandbox
}

/** Serves the web app from its sources, with the API of `apiPort`. */
export async function startVite(
  { host, port, stopping, onStart }: PartOptions,
  apiPort: number,
): Promise<RunningPart> {
  const from = Date.now()
  const vite = startChild({
    args: [
      'node_modules/vite/bin/vite.js',
      'apps/web',
      '--port',
      String(port),
      '--strictPort',
      '--host',
      host,
    ],
    env: { DEV_API_ORIGIN: baseUrlOf(host, apiPort) },
    cwd: projectFolder,
    onLine: (line) => line.trim() === '' || printStep('web app', line.trim()),
  })
  onStart(vite)
  await waitUntilReady(`${baseUrlOf(host, port)}/`, { child: vite, stopping, lastOutput: () => '' })
  printStep('web app', `served from its sources in ${secondsSince(from)}`)
  return vite
}

/** The embedded database as a part that can be restarted. */
export function databasePart(server: RunningPostgres): RunningPart {
  return {
    ended: (async () => {
      while (server.isRunning()) {
        if (server.isLost()) {
          // It would confirm changes that no disk keeps until it notices the loss itself, up to a minute later.
          await server.abandon()
          return 'its data are gone'
        }
        await pause(databasePollMs)
      }
      return 'its process is gone'
    })(),
  }
}

interface Waiting {
  child: Child
  stopping: AbortSignal
  lastOutput: () => string
}

async function waitUntilReady(url: string, { child, stopping, lastOutput }: Waiting): Promise<void> {
  let lastReport = Date.now()
  const from = lastReport
  while (child.isRunning()) {
    stopping.throwIfAborted()
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(5000) })
      if (response.ok) return
    } catch {
      // Not listening yet.
    }
    if (Date.now() - lastReport > 3000) {
      lastReport = Date.now()
      printStep('server', `waiting for ${url}, ${secondsSince(from)}`)
    }
    await pause(25)
  }
  throw new UserError(
    `The server ended before it was ready (${await child.ended}). Its last output:\n${lastOutput()}`,
  )
}

/** URL at which a browser on this machine reaches `host`. */
export function baseUrlOf(host: string, port: number): string {
  if (['127.0.0.1', '::1', '0.0.0.0', '::', 'localhost'].includes(host)) return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
