import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'

const projectFolder = dirname(import.meta.dirname)

export interface IsolatedServer {
  url: string
  /** Runs `npm run admin` on this server’s data and returns its output; throws unless it exits with 0. */
  admin: (...args: string[]) => Promise<string>
  stop: () => Promise<void>
}

/** Starts a server with its own data folder and settings that differ from the shared server. */
export async function startIsolatedServer(
  port: number,
  settings: Record<string, string>,
  listings = 100,
): Promise<IsolatedServer> {
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATABASE_URL: '',
    APP_ENV: 'demo',
    ...settings,
  }
  const server = spawn(process.execPath, ['tools/start.mjs', '--temporary', '--listings', String(listings)], {
    cwd: projectFolder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const dataFolder = await waitUntilReady(server)
  return {
    url: `http://localhost:${port}`,
    admin: (...args) => runAdmin(args, { ...env, DATA_DIR: dataFolder }),
    async stop() {
      server.kill('SIGTERM')
      if (server.exitCode === null) await once(server, 'exit')
    },
  }
}

/** Waits for the ready message and returns the data folder named in the log. */
async function waitUntilReady(server: ChildProcess): Promise<string> {
  let dataFolder = ''
  if (server.stdout) {
    const lines = createInterface(server.stdout)
    for await (const line of lines) {
      dataFolder ||= /, log: (.+)[/\\]logs[/\\]api\.log/.exec(line)?.[1] ?? ''
      if (line.startsWith('Terrace is ready')) {
        server.stdout.resume()
        if (dataFolder === '') throw new Error('the isolated server did not print its log file')
        return dataFolder
      }
    }
  }
  throw new Error('the isolated server exited before it was ready')
}

async function runAdmin(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  // Same command as `npm run admin --`.
  const admin = spawn(process.execPath, ['tools/run.mjs', 'apps/api/src/cli/admin.ts', ...args], {
    cwd: projectFolder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [admin.stdout, admin.stderr]) stream.on('data', (part) => (output += String(part)))
  const [code] = await once(admin, 'close')
  if (code !== 0) throw new Error(output)
  return output
}
