import type { Config } from '#api/config/config.ts'
import { scrubText } from '#api/error-reports/scrub-text.ts'
import { reasonOf } from '../finding.ts'
import type { Facts } from './collect-facts.ts'

const timeoutMs = 5000

/** What the process that this environment starts says now, if it runs on this machine. */
export async function collectProcessFacts({
  host,
  port,
  security,
}: Pick<Config, 'host' | 'port' | 'security'>): Promise<Facts> {
  const address = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
  const origin = `http://${address.includes(':') ? `[${address}]` : address}:${port}`
  const read = async (path: string) => {
    try {
      const response = await fetch(`${origin}${path}`, {
        headers:
          security.metricsToken === undefined ? {} : { authorization: `Bearer ${security.metricsToken}` },
        signal: AbortSignal.timeout(timeoutMs),
      })
      return { status: response.status, text: await response.text() }
    } catch (error) {
      return { status: 0, text: scrubText(reasonOf(error)) }
    }
  }
  const [ready, errors, metrics] = await Promise.all(
    ['/health/ready', '/health/errors', '/metrics'].map((path) => read(path)),
  )
  return {
    'process.json': ready,
    // The process has removed what may identify a person.
    'errors.json': errors?.status === 200 ? (JSON.parse(errors.text) as unknown) : errors,
    'metrics.txt': metrics?.status === 200 ? metrics.text : JSON.stringify(metrics),
  }
}
