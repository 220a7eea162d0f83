import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

const projectFolder = resolve(import.meta.dirname, '../..')

/** Counted as `N passed, N failed`: the tests of a test stage, one for any other stage. */
export interface Tally {
  passed: number
  failed: number
}

export interface Stage {
  name: string
  /** Programs run one after the other; the first that fails ends the stage. Each is a file for Node and its arguments. */
  commands: string[][]
  env?: Record<string, string>
  /** Whether it needs both cores, and so runs alone. */
  alone?: boolean
  /** Names of the stages that must have passed before. */
  after?: string[]
  /** Reads the tests' own count, where the stage runs tests. */
  tally?: (ok: boolean) => Tally
}

export interface Outcome extends Tally {
  name: string
  seconds: number
  /** Empty where the stage has passed. */
  output: string
}

/** Runs one stage; never throws, since the stages after it run all the same. */
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
  const tally = stage.tally?.(ok) ?? { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }
  return { name: stage.name, seconds: (Date.now() - from) / 1000, output: ok ? '' : output, ...tally }
}

/**
 * Runs stages side by side, two at most, and those that need the whole machine alone, in the order given.
 * `onEnd` hears of each as it ends. `stopping` interrupts what runs and starts nothing more.
 */
export async function runStages(
  stages: Stage[],
  onEnd: (outcome: Outcome) => void,
  stopping: AbortSignal = new AbortController().signal,
): Promise<Outcome[]> {
  const outcomes = new Map<string, Outcome>()
  const waiting = [...stages]
  const running = new Map<string, { stage: Stage; end: Promise<void> }>()
  const settle = async (work: Promise<Outcome>) => {
    const outcome = await work
    running.delete(outcome.name)
    outcomes.set(outcome.name, outcome)
    onEnd(outcome)
  }
  while ((waiting.length > 0 && !stopping.aborted) || running.size > 0) {
    const next = stopping.aborted
      ? -1
      : waiting.findIndex((stage) =>
          mayStart(
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
    const end = settle(work)
    running.set(stage.name, { stage, end })
  }
  return [...outcomes.values()]
}

function mayStart(stage: Stage, running: Stage[], outcomes: Map<string, Outcome>): boolean {
  if (stage.after?.some((name) => !outcomes.has(name))) return false
  if (running.some(({ alone }) => alone)) return false
  return stage.alone ? running.length === 0 : running.length < 2
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
      // Test runners hear an interrupt and put away what they have started; `close` tells when they have.
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
