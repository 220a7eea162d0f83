import { availableParallelism } from 'node:os'
import { chromium, type Browser } from '@playwright/test'
import { logIn } from '../e2e/api.ts'
import { browserToLaunch } from '../e2e/browser.ts'
import { releaseAll } from '../e2e/event-listings.ts'
import { startIsolatedServer } from '../e2e/isolated-server.ts'
import { freePort } from '../tools/launch/processes/ports.ts'
import { logIn as openSession } from './browser-site.ts'
import { Actions } from './jobs/actions.ts'
import { jobs, type Job } from './jobs/broker-jobs.ts'
import { prepareStock, type Stock } from './jobs/stock.ts'
import { metricOf } from './measure.ts'

/**
 * Counts the clicks and keys of a broker's daily work, by keyboard alone and by mouse, each several times in a row on a
 * server with demo data. Times are those of a script that never hesitates: what the product makes a broker wait.
 */
const runs = 20

const port = await freePort()
// The jobs hold the same tickets again and again.
const server = await startIsolatedServer(port, { HOLD_COOLDOWN_AFTER: '0' }, 4000)
const browser = await chromium.launch(await browserToLaunch())
try {
  const stock = await prepareStock(await logIn(server.url, 'buyer'), server)
  const results: Result[] = []
  for (const job of jobs) {
    for (const by of ['byKeyboard', 'byMouse'] as const) results.push(await repeat(job, by, stock))
  }
  const ok = results.every((result) => result.ok)
  console.log(JSON.stringify({ bench: 'jobs', ok, runs, results, cores: availableParallelism() }))
  process.exitCode = ok ? 0 : 1
} finally {
  await browser.close()
  await server.stop()
}
process.exit()

type By = 'byKeyboard' | 'byMouse'

interface Result {
  job: string
  by: By
  ok: boolean
  succeeded: number
  /** Of the run with the most actions. */
  actions: number
  atMost: number
  typed: number
  medianMs: number | null
  failures: string[]
}

async function repeat(job: Job, by: By, stock: Stock): Promise<Result> {
  const done: { count: number; typed: number; ms: number }[] = []
  const failures: string[] = []
  for (let run = 0; run < runs; run += 1) {
    try {
      done.push(await runOnce(browser, job, by, stock))
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error))
    }
  }
  const actions = Math.max(...done.map(({ count }) => count))
  return {
    job: job.name,
    by,
    ok: done.length === runs && actions <= job.limit,
    succeeded: done.length,
    actions,
    atMost: job.limit,
    typed: Math.max(...done.map(({ typed }) => typed)),
    medianMs: done.length > 0 ? Math.round(metricOf(done.map(({ ms }) => ms)).median) : null,
    failures,
  }
}

async function runOnce(site: Browser, job: Job, by: By, stock: Stock) {
  await releaseAll(stock.broker)
  const context = await openSession({ browser: site, origin: server.url, token: stock.broker.token })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
    await job.start(page, stock)
    await page.waitForLoadState('networkidle')
    const actions = new Actions(page)
    const startedAt = performance.now()
    await job[by](actions, stock)
    await job.showsResult(page, stock)
    const ms = performance.now() - startedAt
    await job.check(stock)
    return { count: actions.count, typed: actions.typed, ms }
  } finally {
    await context.close()
  }
}
