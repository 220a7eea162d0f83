import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'

const projectFolder = dirname(import.meta.dirname)

export interface OwnServer {
  url: string
  /** What `npm run admin` prints for this server's data; throws for any exit code but 0. */
  admin: (...args: string[]) => Promise<string>
  stop: () => Promise<void>
}

/** The start command on a data folder of its own, with settings that the journey's common server does not have. */
export async function startOwnServer(port: number, settings: Record<string, string>): Promise<OwnServer> {
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATABASE_URL: '',
    TERRACE_MODE: 'demo',
    ...settings,
  }
  const server = spawn(process.execPath, ['tools/start.mjs', '--temporary', '--listings', '100'], {
    cwd: projectFolder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const dataFolder = await whenReady(server)
  return {
    url: `http://localhost:${port}`,
    admin: (...args) => runAdmin(args, { ...env, TERRACE_DATA: dataFolder }),
    async stop() {
      server.kill('SIGTERM')
      if (server.exitCode === null) await once(server, 'exit')
    },
  }
}

/** Reads on until the server says that it is ready; answers its data folder, of which it names the log. */
async function whenReady(server: ChildProcess): Promise<string> {
  let dataFolder = ''
  if (server.stdout) {
    const lines = createInterface(server.stdout)
    for await (const line of lines) {
      dataFolder ||= /its log is (.+)[/\\]logs[/\\]api\.log/.exec(line)?.[1] ?? ''
      if (line.startsWith('Terrace is ready')) {
        server.stdout.resume()
        return dataFolder
      }
    }
  }
  throw new Error('the server of its own ended before it was ready')
}

async function runAdmin(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  // As `npm run admin --` runs it.
  const admin = spawn(process.execPath, ['tools/run.mjs', 'apps/api/src/cli/admin.ts', ...args], {
    cwd: projectFolder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [admin.stdout, admin.stderr]) stream.on('data', (part) => (said += String(part)))
  const [code] = await once(admin, 'close')
  if (code !== 0) throw new Error(said)
  return said
}
