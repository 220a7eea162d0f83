import type { Config } from '#api/config/config.ts'
import { scrubText } from '#api/error-reports/scrub-text.ts'
import { localOrigin } from '#api/processes/process-origins.ts'
import { reasonOf } from '../finding.ts'
import type { Facts } from './collect-facts.ts'
import type { RegisteredProcess } from './database-facts.repo.ts'

const timeoutMs = 5000

interface Answer {
  /** 0 if there is none; `text` then has the reason. */
  status: number
  text: string
}

/** What a process says; `id` unless it has an older release or does not show its errors. */
interface Answers {
  id: string | undefined
  ready: Answer
  errors: unknown
  metrics: Answer
}

/**
 * What every running process says now: those that registered themselves, and the one that this environment starts, even
 * while the database is down.
 */
export async function collectProcessFacts(
  config: Pick<Config, 'host' | 'port' | 'security'>,
  registered: readonly RegisteredProcess[],
): Promise<Facts> {
  const ask = (origin: string) => readAnswers(origin, config.security.metricsToken)
  const [own, ...others] = await Promise.all([
    ask(localOrigin(config)),
    ...registered.map(({ id, origins, isRunning }) =>
      isRunning ? findAnswers(id, origins, ask) : undefined,
    ),
  ])
  // Without their addresses.
  const processes = registered.map(({ id, roles, startedAt, seenAt, isRunning }, index) => ({
    id,
    roles,
    startedAt,
    seenAt,
    isRunning,
    answers: others[index],
  }))
  const isKnown = own.id !== undefined && registered.some(({ id }) => id === own.id)
  const all = isKnown
    ? processes.map((process) =>
        process.id === own.id ? { ...process, answers: process.answers ?? own } : process,
      )
    : [...processes, { id: 'of this environment', answers: own }]
  return {
    'processes.json': all.map(({ answers, ...process }) => ({ ...process, ready: answers?.ready ?? null })),
    // The processes have removed what may identify a person.
    'errors.json': all.map(({ id, answers }) => ({ process: id, errors: answers?.errors ?? null })),
    'metrics.txt': all
      .flatMap(({ id, answers }) =>
        answers?.metrics.status === 200 ? [`# Process ${id}\n${answers.metrics.text}`] : [],
      )
      .join('\n'),
  }
}

/** The answers of the process at the first of its addresses where it is reached, not of another one there. */
async function findAnswers(
  id: string,
  origins: readonly string[],
  ask: (origin: string) => Promise<Answers>,
): Promise<Answers | undefined> {
  const answers = await Promise.all(origins.map(ask))
  const ofProcess = answers.filter((each) => each.id === undefined || each.id === id)
  return ofProcess.find(({ ready }) => ready.status !== 0) ?? ofProcess[0]
}

async function readAnswers(origin: string, token: string | undefined): Promise<Answers> {
  const read = async (path: string): Promise<Answer> => {
    try {
      const response = await fetch(`${origin}${path}`, {
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(timeoutMs),
      })
      return { status: response.status, text: await response.text() }
    } catch (error) {
      return { status: 0, text: scrubText(reasonOf(error)) }
    }
  }
  const [ready, errors, metrics] = await Promise.all([
    read('/health/ready'),
    read('/health/errors'),
    read('/metrics'),
  ])
  if (errors.status !== 200) return { id: undefined, ready, errors, metrics }
  // As plugins/health.ts writes it.
  const answer = JSON.parse(errors.text) as { process?: string; errors: unknown }
  return { id: answer.process, ready, errors: answer.errors, metrics }
}
