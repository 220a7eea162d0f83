import { maxRecentEntries, type Preferences } from '@terrace/contracts/preferences'
import { usePreference } from '#web/lib/preferences.ts'
import type { PaletteEntry } from './palette-entry.ts'

type RecentEntry = NonNullable<Preferences['recent']>[number]

const none: RecentEntry[] = []

/** Recently chosen pages, and commands that this page offers, newest first. */
export function useRecentEntries(commands: ReadonlyMap<string, PaletteEntry>) {
  const [stored, save] = usePreference('recent', none)
  const entries = stored.flatMap((entry): PaletteEntry[] => {
    const command = entry.kind === 'command' ? commands.get(entry.id) : undefined
    if (entry.kind === 'command') return command ? [command] : []
    return [{ ...entry, value: `${entry.kind} ${entry.id}`, keys: [], action: { href: entry.href } }]
  })
  function add(entry: PaletteEntry) {
    const recent = recentEntry(entry)
    if (recent === null) return
    const others = stored.filter(({ kind, id }) => kind !== recent.kind || id !== recent.id)
    save([recent, ...others].slice(0, maxRecentEntries))
  }
  return { entries, add }
}

/** `null` for short-lived targets, and for clients, whose names are only stored encrypted. */
function recentEntry({ kind, id, title, detail, action }: PaletteEntry): RecentEntry | null {
  if (kind === 'client' || kind === 'hold' || kind === 'tracked') return null
  if (!('href' in action)) return { kind: 'command', id, title, detail: '', href: '' }
  // A quote's detail names its client.
  return { kind, id, title, detail: kind === 'quote' ? 'Quote' : detail, href: action.href }
}
