import { setTimeout as delay } from 'node:timers/promises'
import { inspect } from 'node:util'
import type { Config } from './config/config.ts'
import { installErrorReporter, reportError } from './error-reports/error-reports.ts'
import { readOrCreateDataKeys } from './shared/crypto/field-cipher.ts'
import { packageVersion, releaseName } from './shared/package-version.ts'
import { installTracer } from './tracing/active-span.ts'
import { samplingKeyOf } from './tracing/trace-sampler.ts'

export interface Telemetry {
  /** Sends what is left and ends. What cannot be sent in time is lost. */
  stop(options?: { withinMs?: number }): Promise<void>
}

const stopMs = 5000
/** After a crash, the process keeps serving in an unknown state until it exits. */
const crashMs = 2000

/** Starts what is configured, before anything else is created. The libraries are loaded only then. */
export async function startTelemetry({
  telemetry: { traces, sentryDsn },
  production,
  dataKeys,
  dataFolder,
}: Pick<Config, 'telemetry' | 'production'> &
  Partial<Pick<Config, 'dataKeys' | 'dataFolder'>>): Promise<Telemetry> {
  const version = packageVersion()
  const environment = production ? 'production' : 'demo'
  const started: { stop(): Promise<void> }[] = []
  if (traces) {
    const { createOpenTelemetryTracer } = await import('./tracing/adapters/opentelemetry.ts')
    const { ratio, ...collector } = traces
    const keys = dataKeys ?? (dataFolder === undefined ? undefined : readOrCreateDataKeys(dataFolder))
    const sampling = { ratio, key: samplingKeyOf(keys) }
    const tracer = createOpenTelemetryTracer({ ...collector, sampling, version, environment })
    installTracer(tracer)
    started.push(tracer)
  }
  if (sentryDsn !== undefined) {
    const { createSentryReporter } = await import('./error-reports/adapters/sentry.ts')
    const reporter = createSentryReporter({ dsn: sentryDsn, release: releaseName(), environment })
    installErrorReporter(reporter)
    started.push(reporter)
  }
  return {
    async stop({ withinMs = stopMs } = {}) {
      installTracer(undefined)
      installErrorReporter(undefined)
      const waiting = new AbortController()
      const sent = Promise.allSettled(started.map((one) => one.stop()))
      await Promise.race([sent, delay(withinMs, undefined, { signal: waiting.signal })])
      waiting.abort()
    },
  }
}

/**
 * Reports an error that nothing has caught. The process then ends, as it would have without the report, two seconds later at
 * most.
 */
export function reportCrash(telemetry: Telemetry): void {
  async function end(error: Error): Promise<void> {
    process.stderr.write(`${inspect(error)}\n`)
    reportError(error, 'process crashed', {})
    await telemetry.stop({ withinMs: crashMs })
    process.exit(1)
  }
  process.once('uncaughtException', (error) => void end(error))
}
