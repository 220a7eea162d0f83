import { formatTickets } from '@terrace/domain/tickets'
import { z } from 'zod/mini'
import { ApiError, errorText } from '#web/lib/api-error.ts'

const refusedLine = z.looseObject({
  listing_id: z.string(),
  code: z.string(),
  available: z.nullish(z.int()),
  splits: z.nullish(z.array(z.int())),
  title: z.nullish(z.string()),
})
/** Why one listing of a batch could not be held (product.md §12, Answers). */
export type RefusedLine = z.output<typeof refusedLine>

const refusedLines = z.looseObject({ lines: z.array(refusedLine) })

export interface HoldRefusal {
  /** What happened and what to do about it. */
  text: string
  /** The quantities that can be had instead; empty where there are none or nobody knows. */
  splits: number[]
  /** Of these, the one next to what was wanted: rather fewer than more. */
  nearest: number | null
  isGone: boolean
  /** The answer was lost: the same press may be repeated safely. */
  isUnknown: boolean
}

/** The lines that a refused batch names; none where it was refused as a whole. */
export function refusedLinesOf(error: unknown): RefusedLine[] {
  return error instanceof ApiError ? (refusedLines.safeParse(error.errors).data?.lines ?? []) : []
}

/** Why one listing could not be held. `seen` is how many were shown as free; `wanted` may be fewer. */
export function holdRefusal(error: unknown, seen: number, wanted = seen): HoldRefusal {
  const [line] = refusedLinesOf(error)
  return line ? lineRefusal(line, { seen, wanted }, errorText(error)) : wholeRefusal(error)
}

/** The reason for one line; `otherwise` is said where the server gave no words for it. */
export function lineRefusal(
  line: RefusedLine,
  { seen, wanted }: { seen: number; wanted: number },
  otherwise: string,
): HoldRefusal {
  const known = { splits: [], nearest: null, isGone: false, isUnknown: false }
  const { code, available, splits } = line
  const isShort = shortCodes.includes(code)
  if (code === 'listing.gone' || (isShort && available === 0)) {
    return { ...known, isGone: true, text: 'Just gone: somebody else took the last ones.' }
  }
  if (!isShort || typeof available !== 'number') return { ...known, text: line.title ?? otherwise }
  const left = available < seen ? `${available} of ${seen} left` : `${formatTickets(available)} left`
  const advice = splits?.length ? `take ${listOf(splits)}` : 'none can be sold on their own'
  return {
    ...known,
    text: `${left}: ${advice}`,
    splits: splits ?? [],
    nearest: nearestSplit(splits ?? [], wanted),
  }
}

const shortCodes = ['listing.insufficient_quantity', 'listing.split_not_allowed']

/** What was left was the reason, which may be otherwise by now. */
export function isOfStock({ code }: RefusedLine): boolean {
  return code === 'listing.gone' || shortCodes.includes(code)
}

/** Why the whole batch failed, where no line is to blame. */
export function wholeRefusal(error: unknown): HoldRefusal {
  const text = failureText(error, 'Press Hold again: it holds only once.')
  return { splits: [], nearest: null, isGone: false, text, isUnknown: wasLost(error) }
}

/** No answer came, or none of the server's own: nobody knows whether it was done. */
export function wasLost(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500
}

/** What to say of a failed call; `advice` is what to do where its answer never came. */
export function failureText(error: unknown, advice: string): string {
  if (error instanceof ApiError) return errorText(error)
  return `The connection was lost before the answer came. ${advice}`
}

function listOf(numbers: readonly number[]): string {
  if (numbers.length <= 1) return numbers.join('')
  return `${numbers.slice(0, -1).join(', ')} or ${numbers.at(-1)}`
}

function nearestSplit(splits: readonly number[], wanted: number): number | null {
  return splits.findLast((split) => split <= wanted) ?? splits[0] ?? null
}
