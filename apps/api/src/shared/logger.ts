import { pino, stdSerializers, type DestinationStream, type Logger, type LoggerOptions } from 'pino'
import { reportError } from '#api/error-reports/error-reports.ts'
import { activeSpan, isTracing, traceFields } from '#api/tracing/active-span.ts'

const errorSeverity = 50
const untraced = {}
/** Adds ids to the lines of recorded traces. Most requests write a line and are not recorded, so those are not copied. */
const tracedLines: Pick<LoggerOptions, 'mixin' | 'mixinMergeStrategy'> = {
  mixin: () => {
    const span = activeSpan()
    return span ? traceFields(span) : untraced
  },
  mixinMergeStrategy: (line, fields) => (fields === untraced ? line : { ...fields, ...line }),
}

/**
 * Logs JSON lines to standard output. Writes are batched for at most 200 ms and flushed at exit: one write per line
 * would double the load of a busy server.
 */
export function createLogger(level: string, stream?: DestinationStream): Logger {
  return pino(
    {
      level,
      serializers: { err: errorForLog, req: requestForLog },
      ...(isTracing() && tracedLines),
      hooks: {
        logMethod(input, method, severity) {
          if (severity >= errorSeverity) report(input, this)
          method.apply(this, input)
        },
      },
    },
    stream ?? pino.destination({ dest: 1, sync: false, minLength: 12_288, periodicFlush: 200 }),
  )
}

interface LoggedRequest {
  method: string
  url: string
  host: string
  ip: string
  socket: { remotePort?: number | undefined }
}

/** Request fields safe to log: no headers, because they hold credentials. */
function requestForLog({ method, url, host, ip, socket }: LoggedRequest) {
  return { method, url, host, remoteAddress: ip, remotePort: socket.remotePort }
}

/** Error fields safe to log. Database errors quote the row, for example a duplicate email address. */
const errorForLog = stdSerializers.wrapErrorSerializer((error) => {
  for (const name of sensitiveErrorFields) if (name in error) error[name] = '[redacted]'
  return error
})

const sensitiveErrorFields = ['detail', 'where', 'internalQuery', 'parameters']

/** What is logged as an error is unexpected: it is reported, too. */
function report([details, message]: readonly unknown[], logger: { bindings(): object }): void {
  const fields: Record<string, unknown> = { ...(typeof details === 'object' && details) }
  const { err: error } = fields
  if (error instanceof Error)
    reportError(error, typeof message === 'string' ? message : '', { ...logger.bindings(), ...fields })
}
