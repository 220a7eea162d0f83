import { formatTickets } from '@terrace/domain/tickets'
import { z } from 'zod/mini'
import { ApiError, errorText } from '#web/lib/api-error.ts'

const refusedLines = z.looseObject({
  lines: z
    .array(
      z.looseObject({
        code: z.string(),
        available: z.nullish(z.int()),
        splits: z.nullish(z.array(z.int())),
        title: z.nullish(z.string()),
      }),
    )
    .check(z.minLength(1)),
})

export interface HoldRefusal {
  /** What happened and what to do about it. */
  text: string
  /** The quantities that can be had instead; empty where there are none or nobody knows. */
  splits: number[]
  isGone: boolean
  /** The answer was lost: the same press may be repeated safely. */
  isUnknown: boolean
}

/** Why one listing could not be held (product.md §12, Answers). `seen` is how many the row showed as free. */
export function holdRefusal(error: unknown, seen: number): HoldRefusal {
  if (!(error instanceof ApiError)) {
    return {
      text: 'The connection was lost before the answer came. Press Hold again: it holds only once.',
      splits: [],
      isGone: false,
      isUnknown: true,
    }
  }
  const known = { splits: [], isGone: false, isUnknown: error.status >= 500 }
  const [line] = refusedLines.safeParse(error.errors).data?.lines ?? []
  if (line === undefined) return { ...known, text: errorText(error) }
  const { code, available, splits } = line
  const isShort = code === 'listing.insufficient_quantity' || code === 'listing.split_not_allowed'
  if (code === 'listing.gone' || (isShort && available === 0)) {
    return { ...known, isGone: true, text: 'Just gone: somebody else took the last ones.' }
  }
  if (!isShort || typeof available !== 'number') {
    return { ...known, text: line.title ?? errorText(error) }
  }
  const left = available < seen ? `${available} of ${seen} left` : `${formatTickets(available)} left`
  const advice = splits?.length ? `take ${listOf(splits)}` : 'none can be sold on their own'
  return { ...known, text: `${left}: ${advice}`, splits: splits ?? [] }
}

function listOf(numbers: readonly number[]): string {
  if (numbers.length <= 1) return numbers.join('')
  return `${numbers.slice(0, -1).join(', ')} or ${numbers.at(-1)}`
}
