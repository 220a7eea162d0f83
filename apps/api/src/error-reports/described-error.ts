import { scrubText } from './scrub-text.ts'

/** An unexpected error without what usually identifies a person, see `scrubText`. */
export interface ErrorReport {
  at: string
  /** Absent for the server. */
  side?: 'browser'
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
  /** Pattern of the route that the browser showed. */
  route?: string
  /** Of the page in the browser, which may be older than the server. */
  pageRelease?: string
}

export interface StackFrame {
  function: string
  file: string
  line: number
  column: number
}

const maxFrames = 50
/** More than is shown of a text, and than frames take. */
const maxTextLength = 10_000
/** A longer line is no frame. */
const maxFrameLength = 500
const root = new URL('../../../../', import.meta.url).pathname

/** What is kept of an error until it is described, because few errors are ever read. */
export interface CapturedError {
  at: string
  message: string
  error: ErrorTexts
  cause?: ErrorTexts
  context: Partial<ErrorReport>
}

interface ErrorTexts {
  type: string
  code?: string
  message: string
  stack: string
}

/** Takes the texts of an error, which may be of any type and length. */
export function captureError(error: Error, message: string, context: Partial<ErrorReport>): CapturedError {
  const { cause } = error
  return {
    at: new Date().toISOString(),
    message: startOf(message),
    error: textsOf(error),
    ...(cause instanceof Error && { cause: textsOf(cause) }),
    context,
  }
}

/** Describes the error by what is safe to pass on. The log has the whole one. */
export function describeError({ at, message, error, cause, context }: CapturedError): ErrorReport {
  return {
    ...context,
    at,
    message: scrubText(message),
    ...summaryOf(error),
    frames: framesOf(error.stack),
    ...(cause && { cause: summaryOf(cause) }),
  }
}

function textsOf(error: Error): ErrorTexts {
  // Any code may assign something else to them.
  const { name, message, stack }: { name: unknown; message: unknown; stack?: unknown } = error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return {
    type: startOf(name) || 'Error',
    ...(code !== undefined && { code }),
    message: startOf(message),
    // It begins with the message and ends with the frames.
    stack: typeof stack === 'string' ? stack.slice(-maxTextLength) : '',
  }
}

function startOf(text: unknown): string {
  return typeof text === 'string' ? text.slice(0, maxTextLength) : ''
}

function summaryOf({ type, code, message }: ErrorTexts): { type: string; code?: string; detail: string } {
  return { type, ...(code !== undefined && { code }), detail: scrubText(message) }
}

function framesOf(stack: string): StackFrame[] {
  return stack
    .split('\n')
    .flatMap((text) => {
      if (text.length > maxFrameLength) return []
      const [, name = '<anonymous>', file = '', line = '', column = ''] =
        /^\s+at (?:(.+?) \()?(?:file:\/\/)?([^()]+?):(\d+):(\d+)\)?$/.exec(text) ?? []
      if (file === '') return []
      const shown = file.startsWith(root) ? file.slice(root.length) : file
      return [{ function: name, file: shown, line: Number(line), column: Number(column) }]
    })
    .slice(0, maxFrames)
}
