import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { selectorsOf } from '#api/test/fixtures/monitoring/prometheus-selectors.ts'
import { recordedSeries } from '#api/test/fixtures/monitoring/recorded-series.ts'

/** Checks the files of deploy/monitoring against the metrics that the app prints. */

const root = join(import.meta.dirname, '../../../..')
const folder = join(root, 'deploy/monitoring')
const read = (file: string) => readFileSync(join(folder, file), 'utf8')

const alertFile = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          labels: z.object({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.object({ summary: z.string() }),
        }),
      ),
    }),
  ),
})
const testFile = z.object({
  tests: z.array(
    z.object({
      alert_rule_test: z.array(
        z.object({ alertname: z.string(), exp_alerts: z.array(z.unknown()).optional() }),
      ),
    }),
  ),
})
const dashboardFile = z.object({
  uid: z.string(),
  panels: z.array(
    z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) }),
  ),
})

const alerts = alertFile.parse(parse(read('alerts.yml'))).groups.flatMap(({ rules }) => rules)
const dashboards = readdirSync(join(folder, 'dashboards')).map((file) =>
  dashboardFile.parse(JSON.parse(read(`dashboards/${file}`))),
)
const expressions = [
  ...alerts.map(({ alert, expr }) => ({ place: alert, expr })),
  ...dashboards.flatMap(({ uid, panels }) =>
    panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ place: `${uid}: ${title}`, expr }))),
  ),
]

const sorted = (names: readonly string[]) => names.toSorted((left, right) => left.localeCompare(right))
const namesOfAlerts = sorted(alerts.map(({ alert }) => alert))

// Prometheus adds these, and renames a label `job` of ours.
const labelsOfPrometheus = ['job', 'instance', 'le', 'exported_job']

let app: TestApp
let temporary: string
const labelsOf = new Map<string, readonly string[]>()
beforeAll(async () => {
  app = await buildTestApp()
  temporary = mkdtempSync(join(tmpdir(), 'terrace-monitoring-'))
  // An age is printed only where a replica is configured.
  labelsOf.set('replica_age_seconds', [])
  labelsOf.set('up', [])
  for (const metric of app.deps.metrics.registry.getMetricsAsArray()) {
    const { name, labelNames = [] } = metric as { name: string; labelNames?: readonly string[] }
    for (const suffix of ['', '_bucket', '_sum', '_count']) labelsOf.set(`${name}${suffix}`, labelNames)
  }
})
afterAll(async () => {
  rmSync(temporary, { recursive: true })
  await app.deps.processRegistration.stop()
  await app.close()
})

test('every metric and label of an alert or dashboard is one that the app prints', () => {
  expect(expressions.length).toBeGreaterThan(60)
  for (const { place, expr } of expressions) {
    const selectors = selectorsOf(expr)
    expect(selectors, place).not.toEqual([])
    for (const { metric, labels } of selectors) {
      const known = labelsOf.get(metric)
      expect(known, `${place} names ${metric}`).toBeDefined()
      for (const label of labels) expect([...(known ?? []), ...labelsOfPrometheus], place).toContain(label)
    }
  }
})

const drawn = dashboards
  .flatMap(({ panels }) => panels.flatMap(({ targets }) => targets))
  .map(({ expr }) => expr)

test('what an operator watches is on a dashboard and has an alert', () => {
  const watched = [
    'http_request_duration_seconds',
    'checkout_attempts_stuck',
    'outbox_lag_seconds',
    'jobs_failed',
    'jobs_pending',
    'database_pool_waiting',
    'nodejs_eventloop_lag_p99_seconds',
    'data_folder_free_bytes',
    'inventory_imports_failing',
    'price_rule_runs_failing',
    'replica_age_seconds',
    'database_archive_failing',
  ]
  for (const metric of watched) {
    expect(
      alerts.some(({ expr }) => expr.includes(metric)),
      metric,
    ).toBe(true)
    expect(
      drawn.some((expr) => expr.includes(metric)),
      metric,
    ).toBe(true)
  }
})

test('each alert has an entry in the runbook, and each entry an alert', () => {
  const runbook = readFileSync(join(root, 'docs/guides/runbook.md'), 'utf8')
  const entries = runbook.split(/^### /m).slice(1)
  expect(sorted(entries.map((entry) => entry.split('\n', 1)[0] ?? ''))).toEqual(namesOfAlerts)
  for (const entry of entries)
    for (const part of ['**Means:**', '**Look:**', '**Do:**']) expect(entry).toContain(part)
})

test('each alert is tested with metrics that raise it, and with metrics that do not', () => {
  const cases = testFile.parse(parse(read('alerts.test.yml'))).tests.flatMap((one) => one.alert_rule_test)
  for (const raises of [true, false]) {
    const tested = cases
      .filter(({ exp_alerts: expected = [] }) => expected.length > 0 === raises)
      .map(({ alertname }) => alertname)
    expect(sorted([...new Set(tested)])).toEqual(namesOfAlerts)
  }
})

/** The example configuration with each of its jobs alone; all but the first are commented out. */
function scrapeExamples(): string[] {
  const [head = '', ...jobs] = read('prometheus.yml').split(/^(?= {2}(?:# )?- job_name:)/m)
  return jobs.map((job) => `${head}${job.replaceAll(/^ {2}# (?=- | {2})/gm, '  ')}`)
}

const scrapeFile = z.object({
  scrape_configs: z.tuple([
    z.object({
      job_name: z.literal('terrace'),
      relabel_configs: z.array(z.object({ target_label: z.string().optional() })).default([]),
    }),
  ]),
})

test('each example scrapes one job, and that of Kubernetes sets the labels of the autoscalers', () => {
  const jobs = scrapeExamples().flatMap((text) => scrapeFile.parse(parse(text)).scrape_configs)
  const labels = jobs.map((job) => job.relabel_configs.flatMap(({ target_label: label }) => label ?? []))
  expect(labels).toEqual([[], [], ['namespace', 'pod']])
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0
const title = hasPromtool ? 'promtool' : 'promtool (skipped: install Debian’s prometheus)'

describe.skipIf(!hasPromtool)(title, () => {
  const promtool = (...args: string[]) => execFileSync('promtool', args, { cwd: folder, encoding: 'utf8' })

  test('accepts the alerts and the example configurations', () => {
    expect(promtool('check', 'rules', 'alerts.yml')).toContain('SUCCESS')
    for (const [index, text] of scrapeExamples().entries()) {
      const file = join(temporary, `prometheus-${index}.yml`)
      // Debian's promtool was built without the discovery of Kubernetes.
      writeFileSync(file, text.replace(/^ {4}kubernetes_sd_configs:\n(?: {6}.+\n)+/m, ''))
      expect(promtool('check', 'config', '--syntax-only', file)).toContain('SUCCESS')
    }
  })

  test('the alerts say about each set of metrics what they should', () => {
    expect(promtool('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS')
  })

  test('accepts every expression of a dashboard', () => {
    // As Grafana fills them in.
    const filled = drawn.map((expr) =>
      expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*'),
    )
    expect(filled.filter((expr) => expr.includes('$'))).toEqual([])
    const rules = filled.map((expr, index) => ({ record: `drawn:${index}`, expr }))
    const file = join(temporary, 'drawn.yml')
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'drawn', rules }] }))
    expect(promtool('check', 'rules', file)).toContain(`${drawn.length} rules found`)
  })

  test('metrics of a running server raise no alert', async () => {
    await app.deps.processRegistration.start()
    await vi.waitFor(async () => expect((await app.app.inject('/health/ready')).statusCode).toBe(200), {
      timeout: 60_000,
    })
    const { body } = await app.app.inject('/metrics')
    const series = recordedSeries(body)
    expect(series.length).toBeGreaterThan(100)
    const file = join(temporary, 'recorded.test.yml')
    const test = {
      interval: '1m',
      input_series: [{ series: 'up{job="terrace", instance="web1"}', values: '1x90' }, ...series],
      alert_rule_test: namesOfAlerts.map((alertname) => ({ eval_time: '80m', alertname })),
    }
    writeFileSync(file, JSON.stringify({ rule_files: [join(folder, 'alerts.yml')], tests: [test] }))
    expect(promtool('test', 'rules', file)).toContain('SUCCESS')
  })
})
