import { scrubText } from './scrub-text.ts'

/** An unexpected error without personal data. */
export interface ErrorReport {
  at: string
  /** What the log says about it. */
  message: string
  type: string
  /** SQLSTATE, code of Node or code of ours. */
  code?: string
  detail: string
  /** Frames of the stack, the innermost first, without the folder of the installation. */
  frames: StackFrame[]
  cause?: { type: string; code?: string; detail: string }
  traceId?: string
  spanId?: string
  requestId?: string
  job?: string
  subscriber?: string
}

export interface StackFrame {
  function: string
  file: string
  line: number
  column: number
}

const maxFrames = 50
const root = new URL('../../../../', import.meta.url).pathname

/** Describes the error by what is safe to pass on. The log has the whole one. */
export function describeError(error: Error, message: string, context: Partial<ErrorReport>): ErrorReport {
  const { cause } = error
  return {
    ...context,
    at: new Date().toISOString(),
    message: scrubText(message),
    ...summaryOf(error),
    frames: framesOf(error.stack ?? ''),
    ...(cause instanceof Error && { cause: summaryOf(cause) }),
  }
}

function summaryOf(error: Error): { type: string; code?: string; detail: string } {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return { type: error.name, ...(code !== undefined && { code }), detail: scrubText(error.message) }
}

function framesOf(stack: string): StackFrame[] {
  return stack
    .split('\n')
    .flatMap((text) => {
      const [, name = '<anonymous>', file = '', line = '', column = ''] =
        /^\s+at (?:(.+?) \()?(?:file:\/\/)?([^()]+?):(\d+):(\d+)\)?$/.exec(text) ?? []
      if (file === '') return []
      const shown = file.startsWith(root) ? file.slice(root.length) : file
      return [{ function: name, file: shown, line: Number(line), column: Number(column) }]
    })
    .slice(0, maxFrames)
}
