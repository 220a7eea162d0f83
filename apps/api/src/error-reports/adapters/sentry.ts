import { createTransport, type Event, type StackFrame } from '@sentry/core'
import { ServerRuntimeClient } from '@sentry/core/server'
import type { ErrorReport } from '../described-error.ts'
import type { ErrorReporter } from '../error-reporter.port.ts'

export interface SentryOptions {
  dsn: string
  release: string
  environment: string
}

const timeoutMs = 5000
const maxWaitingOfBrowsers = 5

/** Reports to Sentry, or to a service that speaks its protocol. Only what a report contains is sent. */
export function createSentryReporter(options: SentryOptions): ErrorReporter {
  // Each has its own queue and stops by itself when the service refuses more, so that visitors cannot silence the server.
  const server = createClient(options, { release: options.release })
  const browser = createClient(options, { transportOptions: { bufferSize: maxWaitingOfBrowsers } })
  return {
    report: (report) =>
      void (report.side === 'browser' ? browser : server).captureEvent(toEvent(report, options.release)),
    async stop() {
      await Promise.all([server.close(timeoutMs), browser.close(timeoutMs)])
    },
  }
}

function createClient(
  { dsn, environment }: SentryOptions,
  options: { release?: string; transportOptions?: { bufferSize: number } },
): ServerRuntimeClient {
  const client = new ServerRuntimeClient({
    ...options,
    dsn,
    environment,
    platform: 'node',
    runtime: { name: 'node', version: process.version },
    // Nothing is collected by itself: neither host names, nor requests, nor the console.
    integrations: [],
    sendDefaultPii: false,
    sendClientReports: false,
    stackParser: () => [],
    transport: (transport) =>
      createTransport(transport, async ({ body }) => {
        const response = await fetch(transport.url, {
          method: 'POST',
          headers: transport.headers ?? {},
          // Reports go to the configured service only.
          redirect: 'error',
          body: typeof body === 'string' ? body : Buffer.from(body),
          signal: AbortSignal.timeout(timeoutMs),
        })
        await response.arrayBuffer()
        return {
          statusCode: response.status,
          headers: {
            'x-sentry-rate-limits': response.headers.get('x-sentry-rate-limits'),
            'retry-after': response.headers.get('retry-after'),
          },
        }
      }),
  })
  client.init()
  return client
}

function toEvent(report: ErrorReport, ownRelease: string): Event {
  const { message, type, code, detail, frames, cause, traceId, spanId, requestId, job, subscriber } = report
  const { side, route, pageRelease } = report
  const exceptions = [
    ...(cause ? [{ type: cause.type, value: textOf(cause) }] : []),
    {
      type,
      value: textOf({ code, detail }),
      stacktrace: { frames: frames.map(toFrame).toReversed() },
    },
  ]
  return {
    ...(side === 'browser' && { platform: 'javascript' }),
    ...(route !== undefined && { transaction: route }),
    // A visitor may invent another one, and Sentry would create it.
    ...(pageRelease === ownRelease && { release: ownRelease }),
    level: 'error',
    timestamp: Date.parse(report.at) / 1000,
    message,
    exception: { values: exceptions },
    tags: Object.fromEntries(
      Object.entries({
        side: side ?? 'server',
        code,
        request_id: requestId,
        job,
        subscriber,
        page_release: pageRelease,
      }).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
    contexts: {
      ...(traceId !== undefined && { trace: { trace_id: traceId, span_id: spanId ?? '0'.repeat(16) } }),
      // Otherwise it would be the server's.
      ...(side === 'browser' && { runtime: { name: 'browser' } }),
    },
  }
}

function textOf({ code, detail }: { code?: string | undefined; detail: string }): string {
  return code === undefined ? detail : `${code}: ${detail}`
}

function toFrame({ function: name, file, line, column }: ErrorReport['frames'][number]): StackFrame {
  return {
    function: name,
    filename: file,
    lineno: line,
    colno: column,
    in_app: !file.includes('node_modules') && !file.startsWith('node:'),
  }
}
