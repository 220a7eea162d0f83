import type { HoldLineCode } from '@terrace/domain/hold-line-codes'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { z } from 'zod/mini'
import { ApiError, errorText, isResponseLost } from '#web/lib/http/api-error.ts'

const holdLineErrorSchema = z.looseObject({
  listing_id: z.string(),
  code: z.string(),
  available: z.nullish(z.int()),
  splits: z.nullish(z.array(z.int())),
  title: z.nullish(z.string()),
})
/** Why one listing of a batch could not be held (product.md §12.2). */
export type HoldLineError = z.output<typeof holdLineErrorSchema>

const holdLineErrorsSchema = z.looseObject({ lines: z.array(holdLineErrorSchema) })

export interface HoldError {
  text: string
  /** Quantities that can be held instead; empty when there are none or they are unknown. */
  splits: number[]
  /** The split closest to the requested quantity; lower is preferred. */
  nearest: number | null
  isUnavailable: boolean
  /** The response was lost; the same request can be retried safely. */
  isOutcomeUnknown: boolean
}

/** Line errors of a rejected batch; empty when the error concerns the batch as a whole. */
export function holdLineErrorsOf(error: unknown): HoldLineError[] {
  return error instanceof ApiError ? (holdLineErrorsSchema.safeParse(error.errors).data?.lines ?? []) : []
}

/** Why one listing could not be held. `shownQuantity` is the stock on screen; `requested` may be lower. */
export function holdError(error: unknown, shownQuantity: number, requested = shownQuantity): HoldError {
  const [line] = holdLineErrorsOf(error)
  return line ? lineHoldError(line, { shownQuantity, requested }, errorText(error)) : batchHoldError(error)
}

/** Error of one line; `fallback` is used when the server sent no text. */
export function lineHoldError(
  line: HoldLineError,
  { shownQuantity, requested }: { shownQuantity: number; requested: number },
  fallback: string,
): HoldError {
  const unknownStock = { splits: [], nearest: null, isUnavailable: false, isOutcomeUnknown: false }
  const { code, available, splits } = line
  const isShort = isOneOf(code, shortCodes)
  if (isOneOf(code, unavailableCodes) || (isShort && available === 0)) {
    return { ...unknownStock, isUnavailable: true, text: 'Someone else just took the last tickets.' }
  }
  if (!isShort || typeof available !== 'number') return { ...unknownStock, text: line.title ?? fallback }
  const remaining =
    available < shownQuantity ? `${available} of ${shownQuantity} left` : `${formatTickets(available)} left`
  const advice = splits?.length ? `take ${listOf(splits)}` : 'can’t be split'
  return {
    ...unknownStock,
    text: `${remaining}: ${advice}`,
    splits: splits ?? [],
    nearest: nearestSplit(splits ?? [], requested),
  }
}

const unavailableCodes: readonly HoldLineCode[] = ['listing.unavailable']
const shortCodes: readonly HoldLineCode[] = ['listing.insufficient_quantity', 'listing.split_not_allowed']

const isOneOf = (code: string, codes: readonly HoldLineCode[]): boolean => codes.some((one) => one === code)

/** Whether stock caused the error; stock may have changed since. */
export function isStockError({ code }: HoldLineError): boolean {
  return isOneOf(code, [...unavailableCodes, ...shortCodes])
}

/** Why the batch failed when no single line is at fault. */
export function batchHoldError(error: unknown): HoldError {
  const text = failureText(error, 'Try again. You won’t hold these tickets twice.')
  return { splits: [], nearest: null, isUnavailable: false, text, isOutcomeUnknown: isResponseLost(error) }
}

/** Text for a failed call; `advice` is the next step if the response was lost. */
export function failureText(error: unknown, advice: string): string {
  if (error instanceof ApiError) return errorText(error)
  return `Connection lost. ${advice}`
}

function listOf(numbers: readonly number[]): string {
  if (numbers.length <= 1) return numbers.join('')
  return `${numbers.slice(0, -1).join(', ')} or ${numbers.at(-1)}`
}

function nearestSplit(splits: readonly number[], requested: number): number | null {
  return splits.findLast((split) => split <= requested) ?? splits[0] ?? null
}
