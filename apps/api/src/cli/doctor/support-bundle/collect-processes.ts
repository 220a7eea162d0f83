import { z } from 'zod'
import type { Config } from '#api/config/config.ts'
import { scrubText } from '#api/error-reports/scrub-text.ts'
import { localOrigin } from '#api/processes/process-origins.ts'
import { reasonOf } from '../finding.ts'
import type { Facts, Unavailable } from './collect-facts.ts'
import type { RegisteredProcess } from './database-facts.repo.ts'

const timeoutMs = 5000

interface Answer {
  /** 0 if there is none; `text` then has the reason. */
  status: number
  text: string
}

/** What a process says. `id` is undefined if there is no answer, or one of an older release or another program. */
interface Answers {
  id: string | undefined
  ready: Answer
  errors: unknown
  metrics: Answer
}

const noAnswer: Answer = { status: 0, text: '' }

/** As plugins/health.ts writes them. */
const identity = z.object({ process: z.string() })
const latestErrors = z.object({ errors: z.array(z.unknown()) })

/**
 * What every running process says now: those that registered themselves, and the one that this environment starts, even
 * while the database is down.
 */
export async function collectProcessFacts(
  config: Pick<Config, 'host' | 'port' | 'security'>,
  found: readonly RegisteredProcess[] | Unavailable,
): Promise<Facts> {
  const registered = 'unavailable' in found ? [] : found
  const { metricsToken: token } = config.security
  const [own, ...others] = await Promise.all([
    readAnswers(localOrigin(config), { token }),
    ...registered.map(({ id, origins, isRunning }) =>
      isRunning ? findAnswers(origins, { id, token }) : undefined,
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
    'processes.json': [
      ...('unavailable' in found ? [found] : []),
      ...all.map(({ answers, ...process }) => ({ ...process, ready: answers?.ready ?? null })),
    ],
    // The processes have removed what may identify a person.
    'errors.json': all.map(({ id, answers }) => ({ process: id, errors: answers?.errors ?? null })),
    'metrics.txt': all
      .flatMap(({ id, answers }) =>
        answers?.metrics.status === 200 ? [`# Process ${id}\n${answers.metrics.text}`] : [],
      )
      .join('\n'),
  }
}

interface Asked {
  /** Whose answers are wanted; without it, those of any process that is reached. */
  id?: string
  token: string | undefined
}

/** The answers of the process at the first of its addresses where it is reached, not of another one there. */
async function findAnswers(origins: readonly string[], asked: Asked): Promise<Answers | undefined> {
  const answers = await Promise.all(origins.map((origin) => readAnswers(origin, asked)))
  return (
    answers.find(({ id }) => id === asked.id) ??
    answers.find(({ id, ready }) => id === undefined && ready.status !== 0) ??
    answers.find(({ id }) => id === undefined)
  )
}

async function readAnswers(origin: string, { id: wanted, token }: Asked): Promise<Answers> {
  const live = await read(`${origin}/health/live`)
  const id = parse(live.text, identity)?.process
  if (wanted !== undefined && id !== wanted) {
    // Another program may have the address, so it gets no token, and its texts stay out.
    const { status, text } = await read(`${origin}/health/ready`)
    return { id, ready: { status, text: status === 0 ? text : '' }, errors: null, metrics: noAnswer }
  }
  const [ready, errors, metrics] = await Promise.all([
    read(`${origin}/health/ready`),
    read(`${origin}/health/errors`, token),
    read(`${origin}/metrics`, token),
  ])
  return { id, ready, errors: shownErrors(errors), metrics }
}

function shownErrors({ status, text }: Answer): unknown {
  if (status !== 200) return { status, text: scrubText(text) }
  return parse(text, latestErrors)?.errors ?? { unavailable: 'the response has another form' }
}

async function read(url: string, token?: string): Promise<Answer> {
  try {
    const response = await fetch(url, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    return { status: 0, text: scrubText(reasonOf(error)) }
  }
}

function parse<Content>(text: string, content: z.ZodType<Content>): Content | undefined {
  try {
    return content.parse(JSON.parse(text))
  } catch {
    // Another program answers.
    return undefined
  }
}
