import { useEffect, useState } from 'react'
import { mergeGroups } from './merge-groups.ts'
import type { EntryGroup } from './palette-entry.ts'
import type { PaletteResults } from './palette-groups.ts'

/**
 * Milliseconds that lines wait for the server, so that they appear once and at their place: events above orders, also
 * when orders are found first. Enter pressed meanwhile opens the first line once it is known.
 */
const maxWaitMs = 1000

interface ShownGroups {
  text: string
  groups: readonly EntryGroup[]
}

/**
 * Groups to show for a text, and the text that they belong to. While its results are loading, the previous lines stay
 * (`isOutdated`); results that arrive later are added below.
 */
export function useStableGroups(
  text: string,
  results: PaletteResults,
  isPending: boolean,
): ShownGroups & { isOutdated: boolean } {
  const [lateText, setLateText] = useState<string | null>(null)
  const [shown, setShown] = useState<ShownGroups>({ text, groups: [] })
  useEffect(() => {
    const timer = setTimeout(() => setLateText(text), maxWaitMs)
    return () => clearTimeout(timer)
  }, [text])

  const isComplete = !isPending || lateText === text
  const ready = isComplete ? results.groups : results.first
  if (!isComplete && ready.length === 0 && shown.text !== text) return { ...shown, isOutdated: true }
  const groups = shown.text === text ? mergeGroups(shown.groups, ready) : ready
  if (shown.text !== text || keyOf(shown.groups) !== keyOf(groups)) setShown({ text, groups })
  return { text, groups, isOutdated: false }
}

const keyOf = (groups: readonly EntryGroup[]): string =>
  JSON.stringify(groups.map(({ title, entries }) => [title, ...entries.map(({ value }) => value)]))
