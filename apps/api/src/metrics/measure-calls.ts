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

/** The same port, which measures how long each asynchronous call takes and whether it fails. */
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
        const result: unknown = Reflect.apply(method, target, input)
        if (!(result instanceof Promise)) return result
        return measure(result, (outcome, seconds) =>
          providerSeconds.observe({ provider, call: String(name), outcome }, seconds),
        )
      }
    },
  })
}
