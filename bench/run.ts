import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

// `npm run bench -- <name> | all`. Each benchmark is its own process, so that none warms up or slows down another. It
// prints JSON lines and exits with code 1 below its target. `supply` runs all that begin with its name.
const benches = [
  'hold',
  'feed',
  'start',
  'sockets',
  'live',
  'logins',
  'mixed-attack',
  'search',
  'import',
  'discovery',
  'web',
  'interaction',
  'jobs',
  'checkout',
  'purchases',
  'quote',
  'tracing',
  'supply-import',
  'supply-prices',
  'supply-desk',
  'soak',
]

const [name = '', ...args] = process.argv.slice(2)
const chosen =
  name === 'all' ? benches : benches.filter((bench) => bench === name || bench.startsWith(`${name}-`))
if (chosen.length === 0) {
  console.error(`Usage: npm run bench -- ${[...benches, 'all'].join(' | ')}`)
  process.exit(1)
}
for (const bench of chosen) {
  const code = await runBench(bench)
  if (code !== 0) process.exitCode = code
}

function runBench(bench: string): Promise<number> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [fileOf(bench), ...args], {
      stdio: 'inherit',
    })
    child.once('error', failed)
    child.once('exit', (code) => done(code ?? 1))
  })
}

/** A benchmark of several files has a folder. */
function fileOf(bench: string): string {
  const file = join(import.meta.dirname, bench, `${bench}.ts`)
  return existsSync(file) ? file : join(import.meta.dirname, `${bench}.ts`)
}
