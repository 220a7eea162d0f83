import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

interface TestRun {
  /** Arguments of vitest. */
  args: string[]
  /** A longer run is an endless loop. */
  maxMinutes: number
}

/** Tests for a file: those of its part first, then all others that depend on it. */
export function testsOf(projectFolder: string, path: string): [near: TestRun, far: TestRun] {
  const file = resolve(projectFolder, path)
  const module = /^apps\/api\/src\/(?:modules|db\/functions)\/([^/]+)/.exec(path)?.[1]
  const near =
    module === undefined
      ? ['related', file, '--project=unit']
      : ['run', `apps/api/src/modules/${module}/`, '--project=api']
  const reach = path.endsWith('.sql') ? ['run'] : ['related', file]
  const far = [...reach, '--project=api', ...(module === undefined ? ['--project=web'] : [])]
  return [
    { args: near, maxMinutes: 8 },
    { args: far, maxMinutes: 60 },
  ]
}

/** Returns the first failing test; `undefined` if all pass, there are none, or `stopping` ends the run. */
export async function findFailingTest(
  projectFolder: string,
  { args, maxMinutes }: TestRun,
  stopping: AbortSignal,
): Promise<string | undefined> {
  const limits = ['--run', '--bail=1', '--passWithNoTests', '--testTimeout=60000', '--hookTimeout=60000']
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...args, ...limits], {
    cwd: projectFolder,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group, so that a worker in an endless loop ends with it.
    detached: true,
  })
  const end = (signal: NodeJS.Signals) => child.pid !== undefined && process.kill(-child.pid, signal)
  const interrupt = () => end('SIGINT')
  stopping.addEventListener('abort', interrupt, { once: true })
  const timer = setTimeout(() => end('SIGKILL'), maxMinutes * 60_000)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (output += part))
  const { promise, resolve: close, reject } = Promise.withResolvers<number | null>()
  child.once('error', reject).once('close', close)
  const code = await promise.finally(() => {
    clearTimeout(timer)
    stopping.removeEventListener('abort', interrupt)
  })
  if (code === 0 || stopping.aborted) return undefined
  if (code === null) return `timed out after ${maxMinutes} minutes`
  return / FAIL +(?:\S+ +)?(.+)/.exec(output)?.[1] ?? output.trim().split('\n').at(-1) ?? ''
}
