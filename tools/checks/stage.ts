import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

const projectFolder = resolve(import.meta.dirname, '../..')

/** Printed as `N passed, N failed`: the tests of a test stage, one for any other stage. */
export interface TestCounts {
  passed: number
  failed: number
  /** Tests that failed and passed when CI ran them again; they count as passed. */
  flaky?: string[]
}

export interface Stage {
  name: string
  /** Node files with arguments, run in sequence; the first failure ends the stage. */
  commands: string[][]
  env?: Record<string, string>
  /** Whether the stage needs both cores and runs alone. */
  exclusive?: boolean
  /** Stages that must pass first. */
  after?: string[]
  /** Reads the test count of a test stage. */
  counts?: (ok: boolean) => TestCounts
}

export interface Outcome extends TestCounts {
  name: string
  seconds: number
  /** Empty if the stage passed. */
  output: string
}

/** Runs one stage. Never throws, because later stages run anyway. */
async function runStage(stage: Stage, stopping: AbortSignal): Promise<Outcome> {
  const from = Date.now()
  let output = ''
  let ok = true
  for (const command of stage.commands) {
    const { code, text } = await runNode(command, stage.env ?? {}, stopping)
    output += text
    ok = code === 0
    if (!ok) break
  }
  const counts = stage.counts?.(ok) ?? { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }
  return { name: stage.name, seconds: (Date.now() - from) / 1000, output: ok ? '' : output, ...counts }
}

/**
 * Runs stages in order, at most two in parallel and exclusive ones alone. `onEnd` receives each result. `stopping`
 * interrupts running stages and starts no others.
 */
export async function runStages(
  stages: Stage[],
  onEnd: (outcome: Outcome) => void,
  stopping: AbortSignal = new AbortController().signal,
): Promise<Outcome[]> {
  const outcomes = new Map<string, Outcome>()
  const waiting = [...stages]
  const running = new Map<string, { stage: Stage; end: Promise<void> }>()
  const finish = async (work: Promise<Outcome>) => {
    const outcome = await work
    running.delete(outcome.name)
    outcomes.set(outcome.name, outcome)
    onEnd(outcome)
  }
  while ((waiting.length > 0 && !stopping.aborted) || running.size > 0) {
    const next = stopping.aborted
      ? -1
      : waiting.findIndex((stage) =>
          canStart(
            stage,
            running
              .values()
              .map((entry) => entry.stage)
              .toArray(),
            outcomes,
          ),
        )
    const [stage] = next < 0 ? [] : waiting.splice(next, 1)
    if (!stage) {
      await Promise.race(running.values().map(({ end }) => end))
      continue
    }
    const failedBefore = stage.after?.find((name) => (outcomes.get(name)?.failed ?? 0) > 0)
    const work =
      failedBefore === undefined
        ? runStage(stage, stopping)
        : Promise.resolve({
            name: stage.name,
            seconds: 0,
            passed: 0,
            failed: 1,
            output: `not run, since ${failedBefore} failed\n`,
          })
    const end = finish(work)
    running.set(stage.name, { stage, end })
  }
  return [...outcomes.values()]
}

function canStart(stage: Stage, running: Stage[], outcomes: Map<string, Outcome>): boolean {
  if (stage.after?.some((name) => !outcomes.has(name))) return false
  if (running.some(({ exclusive }) => exclusive)) return false
  return stage.exclusive ? running.length === 0 : running.length < 2
}

function runNode(
  command: string[],
  env: Record<string, string>,
  stopping: AbortSignal,
): Promise<{ code: number; text: string }> {
  return new Promise((done) => {
    const child = spawn(process.execPath, command, {
      cwd: projectFolder,
      env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Test runners clean up after an interrupt; `close` fires when they are done.
      signal: stopping,
      killSignal: 'SIGINT',
    })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8')
      stream.on('data', (part: string) => (text += part))
    }
    child.on('error', (error) => {
      text += `${error.message}\n`
      if (child.pid === undefined) done({ code: 1, text })
    })
    child.on('close', (code, signal) =>
      done({ code: code ?? 1, text: signal ? `${text}ended by ${signal}\n` : text }),
    )
  })
}
