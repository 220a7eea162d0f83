import { runInSpan, startChildSpan } from '#api/tracing/active-span.ts'
import type { Span } from '#api/tracing/tracer.port.ts'
import type { Metrics } from './create-metrics.ts'

type Outcome = 'ok' | 'error'

/** Awaits the result and records how long it took. */
export async function measure<Value>(
  work: Promise<Value>,
  record: (outcome: Outcome, seconds: number) => void,
): Promise<Value> {
  const from = performance.now()
  let outcome: Outcome = 'error'
  try {
    const value = await work
    outcome = 'ok'
    return value
  } finally {
    record(outcome, (performance.now() - from) / 1000)
  }
}

/** The same port, which measures how long each asynchronous call takes and whether it fails, and records a span for it. */
export function measureCalls<Port extends object>(
  port: Port,
  provider: string,
  { providerSeconds }: Pick<Metrics, 'providerSeconds'>,
): Port {
  return new Proxy(port, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      return (...input: unknown[]) => {
        const call = String(name)
        const span = startChildSpan(`${provider}.${call}`, {
          kind: 'client',
          attributes: { 'peer.service': provider, 'rpc.method': call },
        })
        const work = () => Reflect.apply(method, target, input) as unknown
        const result = span ? runInSpan(span, work) : work()
        if (!(result instanceof Promise)) return result
        if (span) endWith(result, span)
        return measure(result, (outcome, seconds) =>
          providerSeconds.observe({ provider, call, outcome }, seconds),
        )
      }
    },
  })
}

function endWith(result: Promise<unknown>, span: Span): void {
  result
    .catch((error: unknown) => span.fail(error))
    .finally(() => span.end())
    // The caller handles the error.
    .catch(() => undefined)
}
