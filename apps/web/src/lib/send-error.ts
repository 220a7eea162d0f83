import { browserErrorLimits, browserErrorsRoutes } from '@terrace/contracts/browser-errors'
import type { BodyInputOf } from '@terrace/contracts/route'
import type { z } from 'zod/mini'
import { reportedRelease } from './env.ts'
import { call } from './http/api-client.ts'
import { ApiError, isConnectionLost } from './http/api-error.ts'

type Report = BodyInputOf<typeof browserErrorsRoutes.report>

const maxReports = 5
/** A longer line is no frame. */
const maxLineLength = 500
/** As Chrome, Firefox, Safari and Vite word it. Files are missing after a lost connection or a new release. */
const failedImport = /dynamically imported module|^Importing a module script failed|^Unable to preload CSS/

/** Sends an unexpected error to the server, once. `sent` remembers the errors of this page. Fails like {@link call}. */
export async function sendError(
  error: unknown,
  { route, sent }: { route: string; sent: Set<string> },
): Promise<void> {
  const release = reportedRelease()
  if (release === undefined || isExpected(error)) return
  const { stack, ...texts } = textsOf(error)
  const frames = ownFrames(stack)
  if (!frames) return
  const key = JSON.stringify([texts, frames[0]])
  if (sent.has(key) || sent.size >= maxReports) return
  sent.add(key)
  await call(browserErrorsRoutes.report, { body: { ...texts, frames, route, release } })
}

/**
 * Errors that say nothing about the code: what the server refuses and the page shows, a lost connection, an aborted call or
 * one that took too long, and files that did not arrive.
 */
function isExpected(error: unknown): boolean {
  // Without an error: a script of another site, or a message of the browser about layout.
  if (error === undefined || error === null || !navigator.onLine) return true
  // A response that differs from the contract is a bug.
  if (error instanceof ApiError) return error.status >= 400
  if (error instanceof DOMException) return ['AbortError', 'TimeoutError'].includes(error.name)
  return isConnectionLost(error) || (error instanceof Error && failedImport.test(error.message))
}

function textsOf(error: unknown): Pick<Report, 'type' | 'message'> & { stack: string } {
  if (error instanceof Error) {
    const { name, stack = '' } = error
    const message = error instanceof ApiError ? differenceOf(error) : error.message
    return { type: name.slice(0, browserErrorLimits.type) || 'Error', message: startOf(message), stack }
  }
  const message =
    typeof error === 'string' ? startOf(error) : `A value of the type ${typeof error} was thrown`
  return { type: 'Error', message, stack: '' }
}

/** Where a response differs from its contract; its values stay out. */
function differenceOf({ cause }: ApiError): string {
  const [issue] = (cause as z.core.$ZodError | undefined)?.issues ?? [] // as api-client.ts creates it
  return `The response differs from its contract at ${issue?.path.join('.') || 'its root'}: ${issue?.message ?? 'unknown'}`
}

/** Without the last word of a longer text: the server would not recognise half an email address. */
function startOf(text: string): string {
  const start = text.slice(0, browserErrorLimits.message)
  return start.length < text.length ? start.replace(/\S+$/, '') : text
}

/**
 * Frames of this site's scripts, in the notation of any browser. Undefined if all frames are those of others, such as an
 * extension: the error is not ours.
 */
function ownFrames(stack: string): Report['frames'] | undefined {
  const frames = stack.split('\n').flatMap((line) => {
    if (line.length > maxLineLength) return []
    const [, name, otherName, address = '', lineNumber, column] =
      /^(?:\s*at (?:async )?(?:(.+?) \()?|(.*)@)(\S+?):(\d+):(\d+)\)?$/.exec(line) ?? []
    if (address === '') return []
    return [{ name: name ?? otherName ?? '', address, line: Number(lineNumber), column: Number(column) }]
  })
  const own = frames.flatMap(({ name, address, line, column }) => {
    const file = pathOf(address)
    if (file === undefined) return []
    return [{ function: name.slice(0, browserErrorLimits.function), file, line, column }]
  })
  return own.length === 0 && frames.length > 0 ? undefined : own.slice(0, browserErrorLimits.frames)
}

/** Path of a script of this site. Addresses of pages have ids and tokens. */
function pathOf(address: string): string | undefined {
  if (!address.startsWith(`${location.origin}/`)) return undefined
  const path = address.slice(location.origin.length).replace(/[?#].*$/, '')
  return /\.[cm]?[jt]sx?$/.test(path) && path.length <= browserErrorLimits.file ? path : undefined
}
