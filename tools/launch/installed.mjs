// Plain JavaScript for any Node from 20.19: it runs before dependencies are installed.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const projectFolder = fileURLToPath(new URL('../../', import.meta.url))

const nodeProgram = join(
  projectFolder,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

/** Installs dependencies that are missing or differ from package-lock.json, and reports progress. */
export async function ensureInstalled() {
  assertNodeVersion()
  const reason = whyInstall()
  if (reason) {
    const total = Object.keys(readPackages('package-lock.json') ?? {}).length
    await withSeconds(`install    ${reason}: npm ci`, total, (onLine) =>
      npm(['ci', '--no-audit', '--no-fund', '--loglevel=http'], onLine),
    )
  }
  if (!existsSync(nodeProgram)) {
    // Its install script downloads the runtime; it has not run if scripts are disabled.
    await withSeconds('install    Node 26 for this project', 0, (onLine) =>
      npm(['rebuild', 'node', '--ignore-scripts=false', '--foreground-scripts', '--loglevel=http'], onLine),
    )
  }
  if (!existsSync(nodeProgram)) {
    fail('Cannot install Node 26 into node_modules/node. Remove node_modules and run the command again.')
  }
}

/** Runs a TypeScript file on the project's own Node and exits with its exit code. */
export function runScript(script, args) {
  const child = spawn(nodeProgram, [join(projectFolder, script), ...args], {
    env: {
      ...process.env,
      PATH: [join(projectFolder, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
    },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  // Ctrl-C reaches both processes, a supervisor's signal only this one; the channel notifies the child once either
  // way. If this process is killed, the channel closes, which also stops the child.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (child.connected) child.send({ stop: signal })
    })
  }
  child.on('error', (error) => fail(`Cannot run ${nodeProgram}: ${error.message}`))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1)
    process.exit()
  })
}

function assertNodeVersion() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  fail(
    `This is Node ${process.versions.node}; Terrace needs 20.19 or later to install itself (it then runs on its own Node 26).`,
  )
}

function whyInstall() {
  const locked = readPackages('package-lock.json')
  const present = readPackages('node_modules/.package-lock.json')
  if (!locked) fail('package-lock.json is missing. Check out the project again.')
  if (!present) return 'dependencies missing'
  for (const [path, entry] of Object.entries(locked)) {
    if (path === '' || entry.optional || entry.devOptional) continue
    // A workspace is already here, and nothing imports an app by its name.
    if (!path.includes('node_modules/') || entry.resolved?.startsWith('apps/')) continue
    const found = present[path]
    if (!found || found.version !== entry.version) return 'dependencies changed'
    if (path.startsWith('node_modules/') && !existsSync(join(projectFolder, path)))
      return 'dependencies incomplete'
  }
  return undefined
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(join(projectFolder, file), 'utf8')).packages
  } catch {
    return undefined
  }
}

function npm(args, onLine) {
  return new Promise((resolve, reject) => {
    // `npm start` sets the path of npm itself; otherwise a shell finds npm.cmd on Windows.
    const own = process.env.npm_execpath
    const [command, first] = own && own.endsWith('.js') ? [process.execPath, [own]] : ['npm', []]
    const child = spawn(command, [...first, ...args], {
      cwd: projectFolder,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: command === 'npm' && process.platform === 'win32',
    })
    const output = []
    for (const stream of [child.stdout, child.stderr]) {
      let rest = ''
      stream.setEncoding('utf8')
      stream.on('data', (text) => {
        const lines = (rest + text).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) {
          onLine(line)
          if (!/^npm (http|warn)/.test(line)) output.push(line)
        }
      })
    }
    child.on('error', reject)
    child.on('exit', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`npm ${args[0]} failed (code ${code}):\n${output.slice(0, 25).join('\n')}`))
    })
  })
}

async function withSeconds(title, total, work) {
  const started = Date.now()
  const seconds = () => ((Date.now() - started) / 1000).toFixed(1)
  let fetched = 0
  const count = () => (total > 0 ? `, ${fetched} of at most ${total} packages fetched` : '')
  console.log(`  ${title}`)
  const timer = setInterval(() => console.log(`  install    ${seconds()} s${count()}`), 3000)
  try {
    await work((line) => {
      if (/^npm http (fetch GET 200|cache) .*\.tgz/.test(line)) fetched++
    })
    console.log(`  install    done in ${seconds()} s`)
  } catch (error) {
    fail(error.message)
  } finally {
    clearInterval(timer)
  }
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
