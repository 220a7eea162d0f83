import { Command } from 'cmdk'
import { memo } from 'react'
import { Kbd } from '#web/ui/controls/kbd.tsx'
import {
  BookmarkIcon,
  CalendarIcon,
  ChevronRightIcon,
  IdCardIcon,
  QuoteIcon,
  TicketIcon,
  TimerIcon,
  UsersIcon,
  ZapIcon,
} from '#web/ui/icons.ts'
import type { PaletteEntry } from './palette-entry.ts'
import { parsePaletteText } from './palette-text.ts'
import { highlightParts } from './highlight-parts.ts'

const icons: Readonly<Record<PaletteEntry['kind'], typeof ZapIcon>> = {
  command: ZapIcon,
  page: ChevronRightIcon,
  event: CalendarIcon,
  event_list: UsersIcon,
  order: TicketIcon,
  quote: QuoteIcon,
  hold: TimerIcon,
  tracked: BookmarkIcon,
  client: IdCardIcon,
}

interface PaletteLineProps {
  entry: PaletteEntry
  /** The text whose words are marked. */
  text: string
  onChoose: (value: string) => void
}

/** A line with the same texts stays as it is: every letter makes new entries of most lines. */
export const PaletteLine = memo(
  PaletteLineContent,
  (before, after) =>
    before.text === after.text && before.onChoose === after.onChoose && isSameLine(before.entry, after.entry),
)

function isSameLine(before: PaletteEntry, after: PaletteEntry): boolean {
  return (
    before.value === after.value &&
    before.title === after.title &&
    before.detail === after.detail &&
    before.aside === after.aside &&
    before.count === after.count &&
    before.keys.join() === after.keys.join()
  )
}

function PaletteLineContent({ entry, text, onChoose }: PaletteLineProps) {
  const { value, kind, title, detail, aside, count, keys } = entry
  const Icon = icons[kind]
  return (
    <Command.Item
      value={value}
      onSelect={() => onChoose(value)}
      className="flex min-h-9 cursor-default items-center gap-2.5 rounded border border-transparent px-2.5 py-1 text-sm data-[selected=true]:border-accent data-[selected=true]:bg-accent-soft max-sm:min-h-12"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-muted" strokeWidth={1.75} />
      <span className="min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-2.5">
        <span className="block max-w-full truncate font-medium sm:shrink-0 sm:only:shrink">
          {highlightParts(title, parsePaletteText(text).search).map(({ part, isMatch, at }) =>
            isMatch ? (
              <mark key={at} className="bg-transparent text-accent">
                {part}
              </mark>
            ) : (
              part
            ),
          )}
        </span>
        {detail !== '' && (
          <span className="tabular block min-w-0 truncate text-muted max-sm:text-xs">{detail}</span>
        )}
      </span>
      {(aside !== undefined || count !== undefined) && (
        <span className="tabular flex shrink-0 flex-col items-end sm:flex-row sm:items-baseline max-sm:text-xs">
          {aside !== undefined && <span className="font-semibold">{aside}</span>}
          {count !== undefined && <span className="text-right text-muted sm:min-w-24">{count}</span>}
        </span>
      )}
      {keys.length > 0 && (
        <span className="flex shrink-0 gap-1 max-sm:hidden">
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      )}
    </Command.Item>
  )
}
