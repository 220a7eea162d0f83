import { z } from 'zod'
import type { Config } from '#api/config/config.ts'
import { scrubText } from '#api/error-reports/scrub-text.ts'
import { localOrigin } from '#api/processes/process-origins.ts'
import { reasonOf } from '../finding.ts'
import type { Facts, Unavailable } from './collect-facts.ts'
import type { RegisteredProcess } from './database-facts.repo.ts'

const timeoutMs = 5000

interface TextResponse {
  /** 0 if there is none; `text` then has the reason. */
  status: number
  text: string
}

/** What a process says. `id` is undefined if it did not respond, or is of an older release or another program. */
interface ProcessReport {
  id: string | undefined
  ready: TextResponse
  errors: unknown
  metrics: TextResponse
}

const noResponse: TextResponse = { status: 0, text: '' }

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
    readReport(localOrigin(config), { token }),
    ...registered.map(({ id, origins, isRunning }) =>
      isRunning ? findReport(origins, { id, token }) : undefined,
    ),
  ])
  // Without their addresses.
  const processes = registered.map(({ id, roles, startedAt, seenAt, isRunning }, index) => ({
    id,
    roles,
    startedAt,
    seenAt,
    isRunning,
    report: others[index],
  }))
  const isKnown = own.id !== undefined && registered.some(({ id }) => id === own.id)
  const all = isKnown
    ? processes.map((process) =>
        process.id === own.id ? { ...process, report: process.report ?? own } : process,
      )
    : [...processes, { id: 'of this environment', report: own }]
  return {
    'processes.json': [
      ...('unavailable' in found ? [found] : []),
      ...all.map(({ report, ...process }) => ({ ...process, ready: report?.ready ?? null })),
    ],
    // The processes have removed what may identify a person.
    'errors.json': all.map(({ id, report }) => ({ process: id, errors: report?.errors ?? null })),
    'metrics.txt': all
      .flatMap(({ id, report }) =>
        report?.metrics.status === 200 ? [`# Process ${id}\n${report.metrics.text}`] : [],
      )
      .join('\n'),
  }
}

interface Asked {
  /** Whose report is wanted; without it, that of any process that is reached. */
  id?: string
  token: string | undefined
}

/** The report of the process at the first of its addresses where it is reached, not of another one there. */
async function findReport(origins: readonly string[], asked: Asked): Promise<ProcessReport | undefined> {
  const reports = await Promise.all(origins.map((origin) => readReport(origin, asked)))
  return (
    reports.find(({ id }) => id === asked.id) ??
    reports.find(({ id, ready }) => id === undefined && ready.status !== 0) ??
    reports.find(({ id }) => id === undefined)
  )
}

async function readReport(origin: string, { id: wanted, token }: Asked): Promise<ProcessReport> {
  const live = await read(`${origin}/health/live`)
  const id = parse(live.text, identity)?.process
  if (wanted !== undefined && id !== wanted) {
    // Another program may have the address, so it gets no token, and its texts stay out.
    const { status, text } = await read(`${origin}/health/ready`)
    return { id, ready: { status, text: status === 0 ? text : '' }, errors: null, metrics: noResponse }
  }
  const [ready, errors, metrics] = await Promise.all([
    read(`${origin}/health/ready`),
    read(`${origin}/health/errors`, token),
    read(`${origin}/metrics`, token),
  ])
  return { id, ready, errors: shownErrors(errors), metrics }
}

function shownErrors({ status, text }: TextResponse): unknown {
  if (status !== 200) return { status, text: scrubText(text) }
  return parse(text, latestErrors)?.errors ?? { unavailable: 'the response has another form' }
}

async function read(url: string, token?: string): Promise<TextResponse> {
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
    // Another program responded.
    return undefined
  }
}
